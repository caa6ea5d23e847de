import type { EpochMs } from '../kernel/values/time.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { OnError } from './causes.js';
import { retryDelay, type Duty } from './duty.js';
import type { DutyName } from '../storage/work-store.js';

/** A background worker. */
export interface Worker {
  /** Stops claiming, finishes what is in hand, and resolves. */
  readonly stop: () => Promise<void>;
}

/** One successful run of a duty. */
export interface DutyRun {
  readonly duty: DutyName;
  /** How many items it claimed; 0 when nothing was due. */
  readonly items: number;
  /** By the engine's clock. */
  readonly durationMs: number;
}

/** Observes a worker. Its methods must not throw. */
export interface WorkerObserver {
  /** Every error that no caller gets while the worker runs; the work is tried again after a pause. */
  readonly onError: OnError;
  readonly onRun?: (run: DutyRun) => void;
}

/** Failures of a worker itself. A duty reports its own failures. */
export interface LaneObserver extends Pick<WorkerObserver, 'onRun'> {
  readonly onError: (duty: DutyName, error: unknown) => void;
}

/**
 * Starts a worker: every duty runs by itself whenever something is due for it, in as many lanes as it
 * asks for, so that the bank is called while other payouts are claimed and recorded. Woken by the process that
 * adds work, else at the moment the next item falls due.
 */
export const startWorker = (
  duties: ReadonlyArray<Duty>,
  clock: Clock,
  pacer: Pacer,
  { onError, onRun }: LaneObserver,
): Worker => {
  let stopping = false;
  const isStopping = (): boolean => stopping;

  const runOnce = async ({ name, run }: Duty): Promise<number> => {
    const startedAt = clock.now();
    const items = await run();
    onRun?.({ duty: name, items, durationMs: Math.max(clock.now() - startedAt, 0) });
    return items;
  };

  // A run that was not full has caught up. The pacer decides how long new work gathers before the next run.
  const catchUp = async (duty: Duty): Promise<void> => {
    while (!isStopping() && (await runOnce(duty)) >= duty.chunk);
  };

  // To look costs a read. To claim is a unit of work, which on SQLite every writer would wait for.
  const workOff = async (duty: Duty): Promise<EpochMs | undefined> => {
    const next = await duty.nextDue();
    if (next === undefined || next > clock.now()) return next;
    await catchUp(duty);
    return duty.nextDue();
  };

  const lane = async (duty: Duty): Promise<void> => {
    let failures = 0;
    while (!isStopping()) {
      const seen = pacer.wakes();
      try {
        const until = await workOff(duty);
        failures = 0;
        if (!isStopping()) await pacer.idle(until, seen);
      } catch (error) {
        failures += 1;
        onError(duty.name, error);
        // Nothing that others do shortens this pause: the fault is here.
        const until = clock.now() + retryDelay(failures);
        while (!isStopping() && clock.now() < until) await pacer.idle(until, pacer.wakes());
      }
    }
  };

  const lanes = duties.flatMap((duty) => Array.from({ length: duty.lanes }, () => lane(duty)));
  return {
    stop: async () => {
      stopping = true;
      pacer.wake();
      await Promise.all(lanes);
    },
  };
};
