import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import { retryDelay, type Duty } from './duty.js';

/** A background worker. */
export interface Worker {
  /** Stops claiming, finishes what is in hand, and resolves. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a worker that runs the duties whenever something is due: woken by whoever adds work, else at the
 * moment the next item falls due. An error (a lost database) is told to `onError`, and the worker goes on
 * after a pause.
 */
export const startWorker = (
  duties: ReadonlyArray<Duty>,
  clock: Clock,
  pacer: Pacer,
  onError: (duty: string, error: unknown) => void,
): Worker => {
  let stopping = false;

  const isStopping = (): boolean => stopping;

  const round = async (failures: ReadonlyMap<string, number>): Promise<Map<string, number>> => {
    const failed = new Map<string, number>();
    for (const duty of duties) {
      try {
        while (!isStopping() && (await duty.run()) > 0);
      } catch (error) {
        failed.set(duty.name, (failures.get(duty.name) ?? 0) + 1);
        onError(duty.name, error);
      }
    }
    return failed;
  };

  const nextDue = async (failed: ReadonlyMap<string, number>): Promise<number | undefined> => {
    if (failed.size > 0) return clock.now() + retryDelay(Math.max(...failed.values()));
    const moments = await Promise.all(duties.map((duty) => duty.nextDue()));
    const known = moments.filter((moment) => moment !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  };

  const loop = async (): Promise<void> => {
    let failed = new Map<string, number>();
    while (!isStopping()) {
      failed = await round(failed);
      if (isStopping()) return;
      const until = await nextDue(failed).catch((error: unknown) => {
        onError('next-due', error);
        return clock.now() + retryDelay(1);
      });
      if (until === undefined || until > clock.now()) await pacer.idle(until);
    }
  };

  const running = loop();
  return {
    stop: () => {
      stopping = true;
      pacer.wake();
      return running;
    },
  };
};
