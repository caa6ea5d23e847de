import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { DutyName } from '../../storage/work-store.js';
import type { Activity } from './causes.js';
import type { Duty } from './duty.js';
import { newRest } from './rest.js';

/** The lanes of one duty in one worker. */
export interface Lanes {
  /**
   * Starts a lane, because the duty has due work. Answers when to look again if the duty rests after a failure or by
   * itself; undefined otherwise: where every lane is taken, the end of one calls for the next look.
   */
  readonly start: () => EpochMs | undefined;
  /** Ends a rest that began because the storage was away. Answers whether there was one. */
  readonly storageIsBack: () => boolean;
  /** Resolves once no lane runs. */
  readonly ended: () => Promise<void>;
}

/** One successful run of a duty. */
export interface DutyRun {
  readonly duty: DutyName;
  /** How many items it claimed; 0 when nothing was due. */
  readonly items: number;
  /** By the engine's clock. */
  readonly durationMs: number;
}

export interface LaneObserver {
  /** Called with failures of runs, and of looks. A duty reports by itself what fails within a run. */
  readonly onError: (activity: Activity, error: unknown) => void;
  readonly onRun?: ((run: DutyRun) => void) | undefined;
}

export interface LaneParts extends LaneObserver {
  readonly clock: Clock;
  readonly isStopping: () => boolean;
  /** Calls for another look: a lane has changed what is due, or has left something. */
  readonly lookAgain: () => void;
  /** Called when a run succeeded, and so the storage is there. */
  readonly onSuccess: () => void;
}

/**
 * How many runs of one duty may go on outside its lanes at once. More than that keep their lanes: what is under way is
 * bounded.
 */
const HELD_UP_MAX = 32;

/**
 * Lanes that start when the worker sees due work, and end when they have caught up. A lane that claims a whole chunk
 * starts the next one: to start them all at once would cost each a claim of nothing, which on SQLite every writer
 * waits for. A run that is held up by others gives its place to another lane and goes on beside them.
 */
export const lanesOf = (duty: Duty, parts: LaneParts): Lanes => {
  const { clock, isStopping, onError, onRun, lookAgain, onSuccess } = parts;
  const running = new Set<Promise<void>>();
  let free = duty.lanes;
  let heldUp = 0;
  const rest = newRest(clock);
  /** Whether work was seen that no lane was free for: the last claim may have come before it. */
  let missed = false;

  /** The place of a lane among those that the duty may have. */
  const takePlace = () => {
    free -= 1;
    let isTaken = true;
    return {
      isTaken: () => isTaken,
      giveUp: (): void => {
        if (!isTaken || heldUp >= HELD_UP_MAX) return;
        isTaken = false;
        heldUp += 1;
        free += 1;
        if (missed) lookOnceMore();
      },
      leave: (): void => {
        if (isTaken) free += 1;
        else heldUp -= 1;
      },
    };
  };
  type Place = ReturnType<typeof takePlace>;

  const lookOnceMore = (): void => {
    missed = false;
    lookAgain();
  };

  const runOnce = async ({ giveUp }: Place): Promise<number> => {
    const startedAt = clock.now();
    const items = await duty.run(startFree, giveUp);
    onRun?.({ duty: duty.name, items, durationMs: Math.max(clock.now() - startedAt, 0) });
    return items;
  };

  // A run that was not full has caught up. The pacer decides how long new work gathers before the next look.
  const catchUp = async (place: Place): Promise<number> => {
    let [total, items] = [0, duty.chunk];
    for (; items >= duty.chunk && place.isTaken() && !isStopping(); total += items) {
      items = await runOnce(place);
    }
    return total;
  };

  const lane = async (place: Place): Promise<boolean> => {
    try {
      const items = await catchUp(place);
      rest.succeeded();
      onSuccess();
      return items > 0;
    } catch (error) {
      rest.failed(error);
      onError(duty.name, error);
      return true;
    }
  };

  const startFree = (): void => {
    if (isStopping() || free === 0) return;
    const place = takePlace();
    const mine = lane(place).then((changed) => {
      place.leave();
      running.delete(mine);
      if (changed || missed) lookOnceMore();
    });
    running.add(mine);
  };

  return {
    start: () => {
      const resting = rest.until() ?? duty.restsUntil?.();
      if (resting !== undefined && clock.now() < resting) return resting;
      if (free === 0) missed = true;
      else startFree();
      return undefined;
    },
    storageIsBack: rest.storageIsBack,
    ended: async () => {
      await Promise.all(running);
    },
  };
};
