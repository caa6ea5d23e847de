import type { PayoutOrder } from '../payout/payout.js';
import type { BankQuestion, BankRail, QueryAnswer } from '../ports/bank-rail.js';
import { bankRefOf } from './bank-ref.js';

/** Asks about orders; what is not answered, or cannot be asked, is not known. */
export const queryBank = async (
  rail: BankRail,
  questions: ReadonlyArray<BankQuestion>,
): Promise<ReadonlyArray<QueryAnswer>> => {
  if (!rail.traits.canQuery || questions.length === 0) return [];
  try {
    return await rail.query(questions);
  } catch {
    return [];
  }
};

/** Asks about payouts whether intake has accepted them or not. */
export const askBank = (
  rail: BankRail,
  orders: ReadonlyArray<PayoutOrder>,
): Promise<ReadonlyArray<QueryAnswer>> =>
  queryBank(
    rail,
    orders.map(({ transactionId, tenant, amount }) => ({
      bankRef: bankRefOf(transactionId),
      bankTenantId: tenant.bankTenantId,
      transactionId,
      amount,
    })),
  );
