import { sha256 } from '@hundi/core/wire';
import type { BankReport, SubmitAnswer } from '@hundi/core/rail';
import type { BookedOrder, PlannedReport } from './bank-books.js';

const UTR_DIGITS = 12;

/** The clearing's number of an order, as NEFT writes it: the same order always gets the same one. */
export const utrOf = (bankRef: string): string => {
  const digits = BigInt(`0x${sha256(bankRef).slice(0, 16)}`) % 36n ** BigInt(UTR_DIGITS);
  return `HUND${digits.toString(36).toUpperCase().padStart(UTR_DIGITS, '0')}`;
};

/** The bank's own number of an order, which follows from its UTR. */
export const bankReferenceOf = (utr: string): string => `CB${utr.slice(4)}`;

/** The bank's answer about an order that it has. */
export const answerAbout = (
  order: BookedOrder,
): Exclude<SubmitAnswer, { readonly kind: 'unknown' }> => {
  const utr = order.utr ?? utrOf(order.bankRef);
  const bankReference = bankReferenceOf(utr);
  switch (order.state) {
    case 'paid':
      return { kind: 'paid', utr, bankReference };
    case 'returned':
      return {
        kind: 'returned',
        utr,
        bankReference,
        message: 'The beneficiary bank sent it back.',
      };
    case 'refused':
      if (order.refusal === undefined) throw new Error('an order was refused without a reason');
      return { kind: 'refused', details: order.refusal };
    case 'accepted':
      return { kind: 'accepted' };
    case 'lost':
      throw new Error('the bank cannot speak of an order that it never got');
  }
};

/** The report of the state that an order is in. The bank's name for it is the same however often it is sent. */
export const reportOf = (order: BookedOrder, at: number, copies: number): PlannedReport => {
  const report: BankReport = {
    reportId: `${order.bankRef}/${order.state}`,
    bankRef: order.bankRef,
    verdict: answerAbout(order),
  };
  return { report, at, copies };
};
