import type { BankRail, StatusDetails } from '@hundi/core';
import type { BankOrder, BankPaid, SubmitAnswer } from '@hundi/core/rail';
import type { CoreBanking, Posting } from './core-banking.js';

const paid = ({ bankRef }: Pick<BankOrder, 'bankRef'>): BankPaid => ({
  kind: 'paid',
  utr: `VLGB${bankRef.slice(-12)}`,
  bankReference: bankRef,
});

const REFUSALS: Readonly<Record<Exclude<Posting, 'posted'>, StatusDetails>> = {
  insufficient_funds: {
    code: 'insufficient_funds',
    source: 'rail',
    message: 'The debit account does not hold the amount.',
    retryable: true,
    nextAction: 'fund_account',
  },
  account_frozen: {
    code: 'debit_account_frozen',
    source: 'rail',
    message: 'The bank has frozen the debit account.',
    retryable: false,
    nextAction: 'contact_support',
  },
};

/** Reaches the core-banking system, which books an order number once and can be asked about it. */
export const coreBankingRail = (bank: CoreBanking): BankRail => ({
  // The ledger is written before anything is answered, so what it does not have will never be there.
  traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: 0 },

  submit: (orders) => Promise.all(orders.map((order) => send(bank, order))),

  query: (orders) =>
    Promise.all(
      orders.map(async (order) =>
        (await bank.find(order.bankRef)) === undefined ? { kind: 'absent' } : paid(order),
      ),
    ),
});

const send = async (bank: CoreBanking, order: BankOrder): Promise<SubmitAnswer> => {
  try {
    const posting = await bank.post({
      orderNumber: order.bankRef,
      from: order.debitAccountNumber,
      to: order.creditAccountNumber,
      amount: order.amount,
    });
    return posting === 'posted' ? paid(order) : { kind: 'refused', details: REFUSALS[posting] };
  } catch {
    // The entry may have been booked: only the ledger knows, and the engine will ask it.
    return { kind: 'unknown' };
  }
};
