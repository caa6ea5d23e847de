import { rm } from 'node:fs/promises';
import { json } from '../testing/partner.js';
import type { Place } from '../testing/places.js';
import type { RunningService } from '../testing/running-service.js';
import { decideAll, newChecker, type Checker } from './checker.js';
import { compare } from './compare.js';
import { crashPlace } from './crash-place.js';
import { FORGETFUL_BANK, type CrashPoint } from './crash-points.js';
import type { Dice } from './dice.js';
import { keptInPostgres } from './kept.js';
import { LEASE_OVER_S } from './lease-over.js';
import { die, fateAt, live, start, type Fate } from './lives.js';
import { askAgain, payeesOf, startLoad } from './load.js';
import type { CrashReport } from './report.js';
import { watchTakeOvers, type TakeOvers } from './take-overs.js';
import { newTally, type Tally } from './tally.js';
import { newRequests, type Requests } from './requests.js';

const DAY_S = 86_400;

/** How the next process dies; undefined: no process dies any more. */
type NextFate = () => Fate | undefined;

/** A database that several processes share, and how each of them dies. */
export interface SharedDatabase {
  readonly url: string;
  readonly dice: Dice;
  readonly tally: Tally;
  readonly http: NextFate;
  readonly workers: ReadonlyArray<NextFate>;
  /** Left out in order not to wait for leases to lapse. */
  readonly takeOvers?: TakeOvers;
}

interface Fleet extends SharedDatabase {
  readonly place: Place;
  readonly requests: Requests;
  readonly checker: Checker;
}

/** The processes that are not killed. */
interface Living {
  readonly http: RunningService;
  readonly worker: RunningService;
}

const serving = ({ place }: Fleet, workers: number): Place => ({
  ...place,
  variables: { ...place.variables, WORKERS: String(workers) },
});

/** Starts a process as often as it dies; `isThere` hears of each that is ready. */
const dieAgainAndAgain = async (
  fleet: Fleet,
  place: Place,
  next: NextFate,
  isThere: (service: RunningService | undefined) => void = () => undefined,
): Promise<void> => {
  const { tally, takeOvers } = fleet;
  for (let fate = next(); fate !== undefined; fate = next()) {
    const service = await live(place, fate, tally);
    isThere(service);
    if (service !== undefined) await die(service, fate, tally);
    isThere(undefined);
    await takeOvers?.afterDeath();
  }
};

/** Processes for HTTP and workers die while clients go on asking; one worker lives, and the last process for HTTP. */
const dyingFleet = async (fleet: Fleet): Promise<Living> => {
  const { requests, dice, checker, http: next, workers } = fleet;
  const place = serving(fleet, 0);
  const worker = await start(serving(fleet, 1));
  const payees = await payeesOf(worker);
  let http: RunningService | undefined;
  const load = startLoad({ service: () => http, requests, dice, payees, checker });
  const isThere = (service: RunningService | undefined): void => {
    http = service;
  };
  const dying = workers.map((worker) => dieAgainAndAgain(fleet, serving(fleet, 1), worker));
  await dieAgainAndAgain(fleet, place, next, isThere);
  const last = await start(place);
  isThere(last);
  await Promise.all(dying);
  await load.stop();
  return { http: last, worker };
};

/** The worker takes over the work of dead processes; then all payouts end, and all clients ask again. */
const finish = async (fleet: Fleet, { http, worker }: Living): Promise<void> => {
  const { requests, tally, takeOvers, checker } = fleet;
  await askAgain(http, requests);
  await takeOvers?.finish();
  await worker.end('SIGTERM');
  json(await http.post('/sandbox/v1/clock/advance', { seconds: 2 * LEASE_OVER_S }));
  for (const loss of await decideAll(checker, http)) tally.lost(loss);
  json(await http.post('/sandbox/v1/clock/advance', { seconds: DAY_S }));
  await askAgain(http, requests);
  await http.end('SIGTERM');
};

/**
 * Lets processes die that share a database, and compares. The bank knows no order again: what is sent
 * twice is paid twice.
 */
export const crashShared = async (shared: SharedDatabase): Promise<void> => {
  const { url, tally } = shared;
  const variables = { DATABASE_URL: url, RATE_LIMITS: 'off', [FORGETFUL_BANK]: '1' };
  const fleet = {
    ...shared,
    place: await crashPlace(variables),
    requests: newRequests(),
    checker: newChecker(),
  };
  await finish(fleet, await dyingFleet(fleet));
  tally.compared(compare(fleet.requests, await keptInPostgres(url)));
  await rm(fleet.place.dataDir, { recursive: true, force: true });
};

export const HTTP_POINTS: ReadonlyArray<CrashPoint> = ['before-acceptance', 'after-acceptance'];
export const WORKER_POINTS: ReadonlyArray<CrashPoint> = [
  'in-evaluation',
  'after-evaluation',
  'before-intent',
  'after-intent',
  'in-bank-call',
  'before-answer',
  'after-answer',
];

const WORKERS = 2;
/** How long a process that is to die at a point is given to get there. */
const PATIENCE_MS = 4_000;

const someFate = (dice: Dice, points: ReadonlyArray<CrashPoint>, longestMs: number): Fate => {
  if (dice.chance(0.5)) return fateAt(dice.pick(points), dice, PATIENCE_MS);
  return dice.chance(0.1)
    ? { kind: 'starting', afterMs: dice.int(20, 700) }
    : { kind: 'serving', afterMs: dice.int(0, longestMs) };
};

/** Kills processes on one PostgreSQL database so often: the first while they make its schema, then mostly workers. */
export const postgresRun = async (kills: number, dice: Dice, url: string): Promise<CrashReport> => {
  const tally = newTally('PostgreSQL');
  const until = (fate: () => Fate): NextFate => {
    return () => (tally.kills() < kills ? fate() : undefined);
  };
  await crashShared({
    url,
    dice,
    tally,
    http: until(() => someFate(dice, HTTP_POINTS, 4_000)),
    workers: Array.from({ length: WORKERS }, () =>
      until(() => someFate(dice, WORKER_POINTS, 1_500)),
    ),
    takeOvers: watchTakeOvers(url, tally),
  });
  return tally.report();
};
