import { token } from '../kernel/token.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import type { Unrecorded } from './unrecorded.js';
import type { DutyName } from '../storage/work-store.js';

/** When the next work of each duty falls due, or fell, in one look; duties without work are left out. */
export type NextDues = () => Promise<ReadonlyMap<DutyName, EpochMs>>;
export const NextDues = token<NextDues>('NextDues');

export const makeNextDues =
  (storage: Storage, clock: Clock, unrecorded: Unrecorded): NextDues =>
  () => {
    const now = clock.now();
    return storage.read(async ({ work, seals }) => {
      const dues = new Map(await work.nextDues(now));
      const recording = unrecorded.nextTry();
      if (recording !== undefined)
        dues.set('query-unknowns', Math.min(dues.get('query-unknowns') ?? recording, recording));
      // Whose journal is to be sealed shows in the journals themselves.
      const sealing = await seals.nextDue(now);
      if (sealing !== undefined) dues.set('seal-journal', sealing);
      return dues;
    });
  };
