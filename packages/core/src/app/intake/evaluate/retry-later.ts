import { writeRecords } from '../../writer/write-changes.js';
import { retryDelay } from '../../duty/duty.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { Clock } from '../../../ports/clock.js';
import { commit } from '../../../storage/commit.js';
import type { Storage } from '../../../storage/storage.js';
import type { Work } from '../../../storage/work-store.js';

/** Leaves a job whose evaluation failed to the duty `retry-jobs`. */
export const retryLater = (
  storage: Storage,
  clock: Clock,
  work: Work,
  ...incidents: Incident[]
): Promise<void> => {
  const runAt = clock.now() + retryDelay(work.attempts);
  const failed = [{ ...work, duty: 'retry-jobs' as const, runAt }];
  return commit(storage, (stores) => writeRecords(stores, { handled: { failed }, incidents }));
};
