import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Work } from '../../storage/work-store.js';
import { requireKnown } from './known-filters.js';
import { operatorPayout, type OperatorPayout } from './operator-payout.js';
import { payoutsOf } from './payouts-of.js';

/** How the bank is asked about a payout whose outcome it has not reported. */
export interface Asking {
  /** How often the bank was asked about it, or is being asked now. */
  readonly asked: number;
  /** When the bank is asked next; epoch ms. */
  readonly nextAt: EpochMs;
}

/** A payout whose outcome the bank has not reported. */
export interface UnknownOutcome extends Asking {
  readonly payout: OperatorPayout;
  /** For how long it has been at the bank since it was last sent. */
  readonly ageMs: number;
}

/** Which of the payouts whose outcome is unknown, and how many. */
export interface UnknownsFilter {
  readonly olderThanMs: number;
  readonly limit: number;
}

const UNKNOWNS_LOOK_MAX = 10_000;

/** The work of asking about payouts of all corporates: what is asked about first, and no more than 10,000 of it. */
export const unknownWork = ({ work }: Pick<Stores, 'work'>): Promise<ReadonlyArray<Work>> =>
  work.earliest('query-unknowns', UNKNOWNS_LOOK_MAX);

export const askingOf = ({ attempts, runAt }: Work): Asking => ({ asked: attempts, nextAt: runAt });

/**
 * Lists payouts of all corporates whose outcome the bank has not reported, the oldest first. Looks at the
 * 10,000 that are asked about first and no further.
 *
 * @throws TypeError for a filter that there is not.
 */
export const listUnknowns = async (
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  filters: UnknownsFilter,
): Promise<ReadonlyArray<UnknownOutcome>> => {
  requireKnown('listUnknowns', filters, ['olderThanMs', 'limit']);
  const { olderThanMs, limit } = filters;
  const now = clock.now();
  return storage.read(async (stores) => {
    const aged = (await unknownWork(stores))
      .map((work) => ({ ...work, ageMs: Math.max(now - (work.markedAt ?? work.runAt), 0) }))
      .filter(({ ageMs }) => ageMs >= olderThanMs)
      .sort((a, b) => b.ageMs - a.ageMs);
    const found: UnknownOutcome[] = [];
    for (let from = 0; from < aged.length && found.length < limit; from += limit) {
      const some = aged.slice(from, from + limit);
      const payouts = await payoutsOf(stores, some);
      for (const work of some) {
        const payout = payouts.get(work.subject);
        const shown = payout && operatorPayout(payout);
        // One that the bank reported on by itself is asked about once more.
        if (shown?.status === 'sent_to_bank')
          found.push({ payout: shown, ageMs: work.ageMs, ...askingOf(work) });
      }
    }
    return found.slice(0, limit);
  });
};
