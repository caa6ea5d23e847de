import { Causes } from './causes.js';
import { retryDelay } from './duty.js';
import { isOver, pauseFrom } from './pause.js';
import { recipe, token } from '../../kernel/token.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';

/** Commits some answers of the bank. Safe to run again after it has failed. */
export type Recording = () => Promise<void>;

/**
 * The bank's answers whose commit failed, in memory, for further tries: a bank that cannot be asked may never say them
 * again. Those of a process that ends are lost; then the bank is asked, as after a lost call.
 */
export interface Unrecorded {
  readonly keep: (recording: Recording) => void;
  /** Tries all of them again, if it is time, and reports what fails; answers how many succeeded. */
  readonly record: () => Promise<number>;
  /** When they are tried next; undefined where there are none. */
  readonly nextTry: () => EpochMs | undefined;
  /** The bank is not called while so many of its answers wait. */
  readonly isFull: () => boolean;
}
export const Unrecorded = token<Unrecorded>('Unrecorded');

/** Of up to 1,000 answers each. */
const KEPT_MAX = 20;

export const makeUnrecorded = recipe(Unrecorded, { Clock, Causes }, ({ clock, causes }) => {
  let kept: ReadonlyArray<Recording> = [];
  let failures = 0;
  let pause = pauseFrom(0, 0);
  let trying: Promise<number> | undefined;

  const tryAll = async (): Promise<number> => {
    const recordings = kept;
    const failed: Recording[] = [];
    for (const recording of recordings) {
      try {
        await recording();
      } catch (error) {
        failed.push(recording);
        causes.report('query-unknowns', error);
      }
    }
    kept = [...failed, ...kept.slice(recordings.length)];
    failures = failed.length === 0 ? 0 : failures + 1;
    if (failures > 0) pause = pauseFrom(clock.now(), retryDelay(failures));
    return recordings.length - failed.length;
  };

  return {
    keep: (recording) => {
      // Without a pause of their own: the duty whose commit failed rests before it runs again.
      if (kept.length === 0) pause = pauseFrom(clock.now(), 0);
      kept = [...kept, recording];
    },
    record: () => {
      if (kept.length === 0 || !isOver(pause, clock.now())) return Promise.resolve(0);
      trying ??= tryAll().finally(() => {
        trying = undefined;
      });
      return trying;
    },
    nextTry: () => {
      if (kept.length === 0) return undefined;
      const now = clock.now();
      return isOver(pause, now) ? Math.min(now, pause.until) : pause.until;
    },
    isFull: () => kept.length >= KEPT_MAX,
  };
});
