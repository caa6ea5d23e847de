import type { PayoutOrder } from '../../payout/payout.js';
import type { BankQuestion, BankRail, QueryAnswer } from '../../ports/bank-rail.js';
import { bankRefOf } from '../order/bank-ref.js';

/** Asks about orders; what is not answered, or cannot be asked, is not known. Reports why a call failed. */
export const queryBank = async (
  rail: BankRail,
  questions: ReadonlyArray<BankQuestion>,
  report: (error: unknown) => void,
): Promise<ReadonlyArray<QueryAnswer>> => {
  if (!rail.traits.canQuery || questions.length === 0) return [];
  try {
    return await rail.query(questions);
  } catch (error) {
    report(error);
    return [];
  }
};

/** Asks about payouts whether intake has accepted them or not. */
export const askBank = (
  rail: BankRail,
  orders: ReadonlyArray<PayoutOrder>,
  report: (error: unknown) => void,
): Promise<ReadonlyArray<QueryAnswer>> =>
  queryBank(
    rail,
    orders.map(({ transactionId, tenant, amount }) => ({
      bankRef: bankRefOf(transactionId),
      bankTenantId: tenant.bankTenantId,
      transactionId,
      amount,
    })),
    report,
  );
