import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import { isStorageAway } from '../../storage/storage-away.js';
import { retryDelay } from './duty.js';
import { isOver, pauseFrom, type Pause } from './pause.js';

/** How long a duty of one worker rests after failures. */
export interface Rest {
  readonly succeeded: () => void;
  /** Each failure since the last success makes the rest longer. */
  readonly failed: (error: unknown) => void;
  /** When the rest ends, if it has not ended. */
  readonly until: () => EpochMs | undefined;
  /** Ends a rest that began because the storage was away. Answers whether there was one. */
  readonly storageIsBack: () => boolean;
}

export const newRest = (clock: Clock): Rest => {
  let failures = 0;
  let pause: Pause | undefined;
  let wasAway = false;

  return {
    succeeded: () => {
      failures = 0;
    },
    failed: (error) => {
      failures += 1;
      pause = pauseFrom(clock.now(), retryDelay(failures));
      wasAway = isStorageAway(error);
    },
    until: () => {
      if (pause !== undefined && isOver(pause, clock.now())) pause = undefined;
      return pause?.until;
    },
    storageIsBack: () => {
      if (pause === undefined || !wasAway) return false;
      pause = undefined;
      failures = 0;
      return true;
    },
  };
};
