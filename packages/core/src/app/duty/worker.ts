import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/whole-pacer.js';
import type { Claims } from './claims.js';
import type { OnError } from './causes.js';
import { retryDelay, type Duty } from './duty.js';
import { lanesOf, type DutyRun, type LaneObserver, type Lanes } from './lanes.js';
import type { Looks } from './next-dues.js';
import { isOver, pauseFrom } from './pause.js';
import { newTurn, type Turn } from './turn.js';
import type { Storage } from '../../storage/storage.js';
import type { DutyName } from '../../storage/work-store.js';

/** A background worker (decisions §8). */
export interface Worker {
  /** Stops claiming, finishes what is in hand, and resolves. */
  readonly stop: () => Promise<void>;
}

/** Observes a worker. Its methods must not throw. */
export interface WorkerObserver {
  /** Every error that no caller gets while the worker runs; the work is tried again after a pause. */
  readonly onError: OnError;
  readonly onRun?: (run: DutyRun) => void;
}

/** A look is one read: it finds out soon that the storage is back, and costs little until then. */
const LOOK_PAUSE_MAX_MS = 5_000;

/** What a worker needs beside its duties, of the storage among it. */
export interface WorkerParts {
  readonly clock: Clock;
  readonly pacer: Pacer;
  readonly listen?: Storage['listen'];
  readonly claims?: Pick<Claims, 'letLapse'>;
}

const NO_CLAIMS: WorkerParts['claims'] = { letLapse: () => Promise.resolve() };

interface Started {
  readonly hasStarted: boolean;
  /** When to look again; Infinity if nothing calls for it. */
  readonly next: EpochMs;
}

/**
 * Starts a lane of each duty that is due. To look costs a read. To claim is a unit of work, which on SQLite every
 * writer would wait for.
 */
const startLanes = (
  lanes: ReadonlyMap<DutyName, Lanes>,
  dues: ReadonlyMap<DutyName, EpochMs>,
  now: EpochMs,
): Started => {
  let hasStarted = false;
  let next: EpochMs = Infinity;
  for (const [duty, due] of dues) {
    const own = lanes.get(duty);
    if (own === undefined) continue;
    const again = due > now ? due : own.start();
    if (again === undefined) hasStarted = true;
    else next = Math.min(next, again);
  }
  return { hasStarted, next };
};

/** Looks at all that is due, and starts it: what lies behind the first look in its turn. Answers when to look again. */
const lookInTurn = async (
  [first, ...behind]: Looks,
  turn: Turn,
  start: (dues: ReadonlyMap<DutyName, EpochMs>) => Started,
): Promise<EpochMs | undefined> => {
  const { hasStarted, next: nextOfFirst } = start(await first());
  const moments = [nextOfFirst];
  if (turn.comes(hasStarted)) for (const look of behind) moments.push(start(await look()).next);
  const next = Math.min(...moments);
  return next === Infinity ? undefined : next;
};

/**
 * Starts a worker: at each wake-up it looks at what is due for all duties, and starts each duty that has due work. The
 * first look is at work that is awaited; the looks behind it give way to what it starts. Every duty runs by itself, in
 * as many lanes as it has work for, so that the bank is called while other payouts are claimed and recorded. Woken by
 * the process that adds work, by other processes where the storage lets it hear of them, and by a lane that ends, else
 * at the moment the next item falls due. Other processes work on the same storage: what is due is always asked, never
 * remembered.
 */
export const startWorker = (
  duties: ReadonlyArray<Duty>,
  looks: Looks,
  { clock, pacer, listen = () => () => Promise.resolve(), claims = NO_CLAIMS }: WorkerParts,
  observer: LaneObserver,
): Worker => {
  const { onError, onRun } = observer;
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const lanes = new Map(
    duties.map((duty) => [
      duty.name,
      lanesOf(duty, { clock, isStopping, onError, onRun, lookAgain: pacer.wake, onSuccess }),
    ]),
  );

  // The first success ends every rest for which the storage was the reason.
  function onSuccess(): void {
    const rested = [...lanes.values()].filter(({ storageIsBack }) => storageIsBack());
    if (rested.length > 0) pacer.wake();
  }

  const turn = newTurn(pacer);

  const startDue = async (): Promise<EpochMs | undefined> => {
    // The first look that succeeds comes after the storage was away.
    await claims.letLapse();
    return lookInTurn(looks, turn, (dues) => startLanes(lanes, dues, clock.now()));
  };

  const look = async (): Promise<void> => {
    let failures = 0;
    while (!isStopping()) {
      const seen = pacer.wakes();
      try {
        const until = await startDue();
        if (failures > 0) onSuccess();
        failures = 0;
        if (!isStopping()) await pacer.idle(until, seen);
      } catch (error) {
        failures += 1;
        onError('look-for-work', error);
        const pause = pauseFrom(clock.now(), Math.min(retryDelay(failures), LOOK_PAUSE_MAX_MS));
        while (!isStopping() && !isOver(pause, clock.now()))
          await pacer.idle(pause.until, pacer.wakes());
      }
    }
  };

  const stopListening = listen(pacer.wake);
  const looking = lanes.size === 0 ? Promise.resolve() : look();
  return {
    stop: async () => {
      stopping = true;
      turn.callOff();
      pacer.wake();
      await looking;
      await Promise.all([stopListening(), ...[...lanes.values()].map(({ ended }) => ended())]);
    },
  };
};
