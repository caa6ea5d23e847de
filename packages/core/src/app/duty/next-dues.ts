import { recipe, token } from '../../kernel/token.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { Unrecorded } from './unrecorded.js';
import type { DutyName } from '../../storage/work-store.js';

/** When the next work of each duty falls due, or fell, in one look; duties without work are left out. */
export type NextDues = () => Promise<ReadonlyMap<DutyName, EpochMs>>;
export const NextDues = token<NextDues>('NextDues');

/**
 * The same in parts, each about duties of its own: the first about payments and webhooks, the others about duties that
 * give way to those.
 */
export type Looks = readonly [first: NextDues, ...behind: ReadonlyArray<NextDues>];
export const Looks = token<Looks>('Looks');

export const eachLook = (
  [first, ...behind]: Looks,
  change: (look: NextDues) => NextDues,
): Looks => [change(first), ...behind.map(change)];

export const makeLooks = recipe(
  Looks,
  { Storage, Clock, Unrecorded },
  ({ storage, clock, unrecorded }): Looks => {
    const atQueue: NextDues = async () => {
      const dues = new Map(await storage.read(({ work }) => work.nextDues(clock.now())));
      const recording = unrecorded.nextTry();
      if (recording !== undefined)
        dues.set('query-unknowns', Math.min(dues.get('query-unknowns') ?? recording, recording));
      return dues;
    };
    // Whose journal is to be sealed shows in the journals themselves, and takes longer to find out. A payment that is
    // sealed once, after its last entry, costs less than one that is sealed after each.
    const atJournals: NextDues = async () => {
      const sealing = await storage.read(({ seals }) => seals.nextDue(clock.now()));
      return new Map(sealing === undefined ? [] : [['seal-journal', sealing]]);
    };
    return [atQueue, atJournals];
  },
);

export const makeNextDues = recipe(NextDues, { Looks }, ({ looks }) => async () => {
  const found = await Promise.all(looks.map((look) => look()));
  return new Map(found.flatMap((dues) => [...dues]));
});
