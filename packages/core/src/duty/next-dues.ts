import { token } from '../kernel/token.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import type { Unrecorded } from './unrecorded.js';
import type { DutyName } from '../storage/work-store.js';

/** When the next work of each duty falls due, or fell, in one look; duties without work are left out. */
export type NextDues = () => Promise<ReadonlyMap<DutyName, EpochMs>>;
export const NextDues = token<NextDues>('NextDues');

/**
 * The same in parts, each about duties of its own: a worker looks at all of them at once, and starts what one finds
 * before the others have answered.
 */
export type Looks = ReadonlyArray<NextDues>;
export const Looks = token<Looks>('Looks');

export const makeLooks = (storage: Storage, clock: Clock, unrecorded: Unrecorded): Looks => {
  const atQueue: NextDues = async () => {
    const dues = new Map(await storage.read(({ work }) => work.nextDues(clock.now())));
    const recording = unrecorded.nextTry();
    if (recording !== undefined)
      dues.set('query-unknowns', Math.min(dues.get('query-unknowns') ?? recording, recording));
    return dues;
  };
  // Whose journal is to be sealed shows in the journals themselves, and takes longer to find out.
  const atJournals: NextDues = async () => {
    const sealing = await storage.read(({ seals }) => seals.nextDue(clock.now()));
    return new Map(sealing === undefined ? [] : [['seal-journal', sealing]]);
  };
  return [atQueue, atJournals];
};

export const makeNextDues =
  (looks: Looks): NextDues =>
  async () => {
    const found = await Promise.all(looks.map((look) => look()));
    return new Map(found.flatMap((dues) => [...dues]));
  };
