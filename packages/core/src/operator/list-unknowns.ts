import type { EpochMs } from '../kernel/values/time.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import { operatorPayout, type OperatorPayout } from './operator-payout.js';
import { payoutsOf } from './payouts-of.js';

/** A payout whose outcome the bank has not reported. */
export interface UnknownOutcome {
  readonly payout: OperatorPayout;
  /** For how long it has been at the bank since it was last sent. */
  readonly ageMs: number;
  /** How often the bank was asked about it, or is being asked now. */
  readonly asked: number;
  /** When the bank is asked next; epoch ms. */
  readonly nextAt: EpochMs;
}

/** Which of the payouts whose outcome is unknown, and how many. */
export interface UnknownsFilter {
  readonly olderThanMs: number;
  readonly limit: number;
}

const UNKNOWNS_LOOK_MAX = 10_000;

/**
 * Lists payouts of all corporates whose outcome the bank has not reported, the oldest first. Looks at the
 * 10,000 that are asked about first and no further.
 */
export const listUnknowns = async (
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  { olderThanMs, limit }: UnknownsFilter,
): Promise<ReadonlyArray<UnknownOutcome>> => {
  const now = clock.now();
  return storage.read(async (stores) => {
    const aged = (await stores.work.earliest('query-unknowns', UNKNOWNS_LOOK_MAX))
      .map((work) => ({ ...work, ageMs: Math.max(now - (work.markedAt ?? work.runAt), 0) }))
      .filter(({ ageMs }) => ageMs >= olderThanMs)
      .sort((a, b) => b.ageMs - a.ageMs)
      .slice(0, limit);
    const payouts = await payoutsOf(stores, aged);
    return aged.flatMap(({ subject, ageMs, attempts, runAt }) => {
      const payout = payouts.get(subject);
      return payout === undefined
        ? []
        : [{ payout: operatorPayout(payout), ageMs, asked: attempts, nextAt: runAt }];
    });
  });
};
