import { layOutFacts, type RowFacts } from '../intake/rules/row-facts.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { CheckoutSurroundings } from '../../storage/payout-checkout-store.js';

/** The facts for intake's rules, from the surroundings of a session. */
export const surroundingFacts = (
  { bank, corporate, maker, beneficiary, packages, debitAccounts }: CheckoutSurroundings,
  bankRail: RowFacts['bankRail'],
  at: EpochMs,
): RowFacts =>
  layOutFacts({
    bank,
    corporate,
    actor: maker,
    packages,
    debitAccounts,
    beneficiaries: [beneficiary],
    bankRail,
    at,
  });
