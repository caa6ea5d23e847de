import { rm } from 'node:fs/promises';
import { json } from '../testing/partner.js';
import type { RunningService } from '../testing/running-service.js';
import type { Place } from '../testing/places.js';
import { decideAll, newChecker, type Checker } from './checker.js';
import { compare } from './compare.js';
import { crashPlace } from './crash-place.js';
import { CRASH_POINTS, FORGETFUL_BANK } from './crash-points.js';
import type { Dice } from './dice.js';
import { keptInSqlite } from './kept.js';
import { LEASE_OVER_S } from './lease-over.js';
import { die, fateAt, live, start, type Fate } from './lives.js';
import { askAgain, payeesOf, startLoad, type Payee } from './load.js';
import type { CrashReport } from './report.js';
import { newTally, type Tally } from './tally.js';
import { newRequests, type Requests } from './requests.js';

const DAY_S = 86_400;

/** A database of one service, and how each of its processes dies. */
export interface OwnDatabase {
  readonly fates: ReadonlyArray<Fate>;
  /** Whether the bank knows an order again. One that does not pays twice what is sent twice. */
  readonly bank: 'deduplicates' | 'forgets';
  readonly dice: Dice;
  readonly tally: Tally;
}

interface Stage extends OwnDatabase {
  readonly place: Place;
  readonly requests: Requests;
  readonly checker: Checker;
}

/** Time goes on in the middle of the load, so that claims of the dead lapse while others are made. */
const passTime = async (service: RunningService): Promise<void> => {
  await service
    .post('/sandbox/v1/clock/advance', { seconds: LEASE_OVER_S })
    .catch((error: unknown) => error);
};

const oneLife = async (
  { place, requests, dice, tally, checker }: Stage,
  fate: Fate,
  known: ReadonlyArray<Payee> | undefined,
): Promise<ReadonlyArray<Payee> | undefined> => {
  const service = await live(place, fate, tally);
  if (service === undefined) return known;
  const payees = known ?? (await payeesOf(service).catch(() => undefined));
  const time = dice.chance(0.4) ? passTime(service) : undefined;
  const load =
    payees === undefined
      ? undefined
      : startLoad({ service: () => service, requests, dice, payees, checker });
  await die(service, fate, tally);
  await load?.stop();
  await time;
  return payees;
};

/** Lets all payouts end, and all clients ask again. */
const finish = async ({ place, requests, tally, checker }: Stage): Promise<void> => {
  const service = await start(place);
  await askAgain(service, requests);
  json(await service.post('/sandbox/v1/clock/advance', { seconds: 2 * LEASE_OVER_S }));
  for (const loss of await decideAll(checker, service)) tally.lost(loss);
  json(await service.post('/sandbox/v1/clock/advance', { seconds: DAY_S }));
  await askAgain(service, requests);
  await service.end('SIGTERM');
};

/** Lets the processes of one service die, one after the other, and compares. */
export const crashOwn = async (own: OwnDatabase): Promise<void> => {
  const { fates, bank, tally } = own;
  const variables = { RATE_LIMITS: 'off', ...(bank === 'forgets' && { [FORGETFUL_BANK]: '1' }) };
  const place = await crashPlace(variables);
  const stage = { ...own, place, requests: newRequests(), checker: newChecker() };
  let payees: ReadonlyArray<Payee> | undefined;
  for (const fate of fates) payees = await oneLife(stage, fate, payees);
  await finish(stage);
  tally.compared(compare(stage.requests, await keptInSqlite(place.dataDir)));
  await rm(place.dataDir, { recursive: true, force: true });
};

/** A database lives through so many deaths. */
const LIVES = 25;
/** The first of those processes die while they make the schema. */
const MIGRATIONS = 2;
/** How long a process that is to die at a point is given to get there. */
const PATIENCE_MS = 1_500;

const POINTS = CRASH_POINTS.filter((point) => point !== 'in-migration');

const someFate = (dice: Dice, life: number): Fate => {
  if (life < MIGRATIONS) return fateAt('in-migration', dice, 0);
  if (dice.chance(0.5)) return fateAt(dice.pick(POINTS), dice, PATIENCE_MS);
  return dice.chance(0.15)
    ? { kind: 'starting', afterMs: dice.int(20, 700) }
    : { kind: 'serving', afterMs: dice.int(0, 600) };
};

/** Kills a service on SQLite so often, and compares after every 25 deaths. */
export const sqliteRun = async (kills: number, dice: Dice): Promise<CrashReport> => {
  const tally = newTally('SQLite');
  for (let database = 0; tally.kills() < kills; database += 1) {
    const lives = Math.min(LIVES, kills - tally.kills());
    await crashOwn({
      fates: Array.from({ length: lives }, (_, life) => someFate(dice, life)),
      bank: database % 2 === 0 ? 'forgets' : 'deduplicates',
      dice,
      tally,
    });
  }
  return tally.report();
};
