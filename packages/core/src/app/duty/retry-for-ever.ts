import { chargedSession } from '../../model/collection/card/charge-ref.js';
import type { IncidentKind } from '../../model/journal/entry/incident-kind.js';
import { commit } from '../../storage/commit.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage } from '../../storage/storage.js';
import { whole } from '../../storage/whole-storage.js';
import { subjectOfWork } from './about.js';
import { retryDelay } from './duty.js';
import type { DutyName, Work } from '../../storage/work-store.js';

// About two minutes of trying.
const FAILURES_UNTOLD = 8;

/**
 * Retries failed work with backoff, without limit: it is late, not lost. Raises an incident with `detail` after
 * eight failures.
 */
export const retryForEver = (
  storage: Storage,
  clock: Clock,
  duty: DutyName,
  kind: IncidentKind,
): ((work: Work, detail: string) => Promise<void>) => {
  const retry = retryTogether(storage, clock, duty, kind);
  return (work, detail) => retry([work], detail);
};

/** Retries likewise work that failed together: one incident names the first of it. */
export const retryTogether =
  (storage: Storage, clock: Clock, duty: DutyName, kind: IncidentKind) =>
  (work: ReadonlyArray<Work>, detail: string): Promise<void> => {
    const at = clock.now();
    return commit(storage, async (reading) => {
      const stores = whole(reading);
      await stores.work.fail(
        work.map((one) => ({ ...one, duty, runAt: at + retryDelay(one.attempts) })),
      );
      const told = work.find(({ failures }) => failures + 1 >= FAILURES_UNTOLD);
      if (told === undefined) return;
      const { tenant, subjectId: about } = subjectOfWork(told);
      // The log names a charge as its acquirer does; incidents of it are of its session.
      const subjectId = chargedSession(about) ?? about;
      await stores.journal.raise([{ tenant, subjectId, kind, at, detail }]);
    });
  };
