import { layOutFacts, policyOf, type RowFacts } from '../intake/rules/row-facts.js';
import { dayIn, type EpochMs } from '../kernel/values/time.js';
import type { CheckoutSurroundings } from '../storage/payout-checkout-store.js';

/** The facts for intake's rules, from the surroundings of a session. */
export const surroundingFacts = (
  { bank, corporate, maker, beneficiary, packages, debitAccounts }: CheckoutSurroundings,
  at: EpochMs,
): RowFacts =>
  layOutFacts({
    actor: maker,
    packages,
    debitAccounts,
    beneficiaries: [beneficiary],
    ...policyOf(corporate),
    zone: bank.timeZone,
    today: dayIn(bank.timeZone, at),
    at,
  });
