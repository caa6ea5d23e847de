import type { EpochMs } from '@hundi/core';
import { decimalOf } from '../amount.js';
import { around, element } from '../initiation/xml-text.js';

/** Money of an order that left its account, or came back to it. */
export interface Booking {
  readonly side: 'debit' | 'return';
  readonly instructionId: string;
  readonly debitAccountNumber: string;
  /** Paise. */
  readonly amount: number;
  /** Left out where the bank refused the order, and credits back what it had debited with its group. */
  readonly utr?: string;
  readonly bankReference: string;
}

/** Money of a whole group, in one entry. */
export interface GroupBooking extends Pick<Booking, 'side' | 'debitAccountNumber' | 'amount'> {
  /** The ids that its `pain.001` gives it, as far as the bank knows them, and how many orders it has. */
  readonly group: {
    readonly messageId?: string;
    readonly paymentInformationId: string;
    readonly count: number;
  };
  /** Those of its orders that are paid by now. */
  readonly payments: ReadonlyArray<Omit<Booking, 'side' | 'debitAccountNumber'>>;
}

export interface Notification {
  readonly messageId: string;
  readonly createdAt: EpochMs;
  readonly bookings: ReadonlyArray<Booking | GroupBooking>;
}

const MARKS = { debit: 'DBIT', return: 'CRDT' } as const;
const CODE = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd>';

const batchOf = ({ messageId, paymentInformationId, count }: GroupBooking['group']): string =>
  around(
    'Btch',
    element('MsgId', messageId) +
      element('PmtInfId', paymentInformationId) +
      element('NbOfTxs', String(count)),
  );

const paymentOf = (
  { instructionId, amount, utr, bankReference }: GroupBooking['payments'][number],
  side: Booking['side'],
): string =>
  around(
    'TxDtls',
    around(
      'Refs',
      element('AcctSvcrRef', bankReference) +
        element('InstrId', instructionId) +
        element('ClrSysRef', utr),
    ) +
      `<Amt Ccy="INR">${decimalOf(amount)}</Amt>` +
      element('CdtDbtInd', MARKS[side]) +
      (side === 'return' ? '<RtrInf><Rsn><Cd>NARR</Cd></Rsn></RtrInf>' : ''),
  );

/** What an entry is of. The message names the account. */
export type Booked = Omit<Booking, 'debitAccountNumber'> | Omit<GroupBooking, 'debitAccountNumber'>;

const detailsOf = (booked: Booked): string =>
  'group' in booked
    ? batchOf(booked.group) + booked.payments.map((one) => paymentOf(one, booked.side)).join('\n')
    : paymentOf(booked, booked.side);

/** An entry of a `camt.054` or a `camt.053`. */
export const entryOf = (booked: Booked, day: string): string =>
  `<Ntry><Amt Ccy="INR">${decimalOf(booked.amount)}</Amt>` +
  element('CdtDbtInd', MARKS[booked.side]) +
  `<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${CODE}` +
  element('SubFmlyCd', booked.side === 'debit' ? 'DMCT' : 'RRTN') +
  '</Fmly></Domn></BkTxCd>' +
  around('NtryDtls', detailsOf(booked)) +
  '</Ntry>';

/** Writes a `camt.054.001.08`: a notification for each account, an entry for each booking. */
export const writeNotification = ({ messageId, createdAt, bookings }: Notification): string => {
  const at = new Date(createdAt).toISOString();
  const accounts = new Map<string, Booked[]>();
  for (const one of bookings) {
    const ofAccount = accounts.get(one.debitAccountNumber) ?? [];
    ofAccount.push(one);
    accounts.set(one.debitAccountNumber, ofAccount);
  }
  const notified = [...accounts].map(([account, booked], i) =>
    around(
      'Ntfctn',
      element('Id', `${messageId.slice(0, 29)}-${String(i + 1)}`) +
        element('CreDtTm', at) +
        around('Acct', around('Id', around('Othr', element('Id', account)))) +
        booked.map((booking) => entryOf(booking, at.slice(0, 10))).join('\n'),
    ),
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>\n' +
    around('GrpHdr', element('MsgId', messageId) + element('CreDtTm', at)) +
    `\n${notified.join('\n')}\n</BkToCstmrDbtCdtNtfctn></Document>\n`
  );
};
