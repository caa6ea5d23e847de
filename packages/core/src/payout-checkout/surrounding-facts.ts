import { layOutFacts, type RowFacts } from '../intake/rules/row-facts.js';
import { dayIn, type EpochMs } from '../kernel/values/time.js';
import type { CheckoutSurroundings } from '../storage/payout-checkout-store.js';

/** What intake's rules look at, of what stands around a session. */
export const surroundingFacts = (
  { bank, corporate, maker, beneficiary, packages, debitAccounts }: CheckoutSurroundings,
  at: EpochMs,
): RowFacts =>
  layOutFacts({
    actor: maker,
    packages,
    debitAccounts,
    beneficiaries: [beneficiary],
    matrix: corporate.approvalMatrix,
    zone: bank.timeZone,
    today: dayIn(bank.timeZone, at),
    at,
  });
