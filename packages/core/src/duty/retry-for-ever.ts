import type { IncidentKind } from '../journal/incident.js';
import { commit } from '../ports/commit.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import { kindOf, retryDelay } from './duty.js';
import type { DutyName, Work } from './work-store.js';

// About two minutes of trying.
const FAILURES_UNTOLD = 8;

/** Puts work off that failed, however often: for what is only late until it is done. After a while a person is told. */
export const retryForEver =
  (storage: Storage, clock: Clock, duty: DutyName, kind: IncidentKind) =>
  (work: Work, error: unknown): Promise<void> => {
    const at = clock.now();
    const { tenant, subject, attempts, failures } = work;
    return commit(storage, async (stores) => {
      await stores.work.fail([{ ...work, duty, runAt: at + retryDelay(attempts) }]);
      if (failures + 1 < FAILURES_UNTOLD) return;
      await stores.journal.raise([{ tenant, kind, subjectId: subject, at, detail: kindOf(error) }]);
    });
  };
