import type { EpochMs } from '@hundi/core';
import type { DutyName, Work } from '@hundi/core/storage';

/** Units that are under way in other processes add work whose moment has just passed. */
const BEFORE_MS = 2_000;

/** Looks at the whole queue take at most one part in so many of the time. */
const WHOLE_SHARE = 20;
const WHOLE_AGAIN_MIN_MS = 250;
const WHOLE_AGAIN_MAX_MS = 5_000;

/** Before every moment. */
const WHOLE: EpochMs = 0;

type Moved = Pick<Work, 'duty' | 'runAt'>;
type Moments = Map<DutyName, EpochMs>;

const lower = (moments: Moments, { duty, runAt }: Moved): void => {
  const before = moments.get(duty);
  if (before === undefined || runAt < before) moments.set(duty, runAt);
};

/** A look at the first work of a duty. */
export interface Look {
  /** Work before this moment is left out. */
  readonly from: EpochMs;
  /**
   * The look is over, and nothing of the duty is due before `first`.
   *
   * @param first the moment of the first work that it found; `now`, if it found none.
   */
  readonly found: (first: EpochMs, now: EpochMs) => void;
}

/** What a unit of work, or a read, needs of the fronts. */
export interface FrontsOfUnit {
  readonly look: (duty: DutyName) => Look;
  /** The unit lets this work be due at these moments, if it is committed. */
  readonly moves: (work: ReadonlyArray<Moved>) => void;
}

/** Where the queue of each duty begins, as far as one process knows. */
export interface QueueFronts {
  readonly within: <A>(unit: (fronts: FrontsOfUnit) => Promise<A>) => Promise<A>;
}

/** Every look is at the whole queue. */
export const wholeLooks: FrontsOfUnit = {
  look: () => ({ from: WHOLE, found: () => undefined }),
  moves: () => undefined,
};

/** For a database that keeps nothing of rows that are gone. */
export const noFronts: QueueFronts = { within: (unit) => unit(wholeLooks) };

interface LookUnderWay {
  readonly duty: DutyName;
  /** No later than work that a unit of this process moved meanwhile. */
  low: EpochMs;
}

/** How far the whole looks at one duty are apart. */
const wholeTurns = (elapsed: () => number) => {
  const againAt = new Map<DutyName, number>();
  return {
    /** Answers what is called when the look is over, if it is to be one. */
    begin: (duty: DutyName): (() => void) | undefined => {
      const beganAt = elapsed();
      if (beganAt < (againAt.get(duty) ?? -Infinity)) return undefined;
      againAt.set(duty, beganAt + WHOLE_AGAIN_MAX_MS);
      return () => {
        const apart = Math.max((elapsed() - beganAt) * WHOLE_SHARE, WHOLE_AGAIN_MIN_MS);
        againAt.set(duty, beganAt + Math.min(apart, WHOLE_AGAIN_MAX_MS));
      };
    },
  };
};

/**
 * Remembers where the queue of each duty begins. PostgreSQL keeps the index entries of work that is gone for as long
 * as any transaction is open that could see it: a look from the first entry on would step over all work done since a
 * report, a backup or a forgotten session began.
 *
 * A look begins a little before the first work that the last one found, and never after work that a unit of this
 * process moved. What other processes add long after its moment is found by a look at the whole queue: these take a
 * small share of the time, and are {@link WHOLE_AGAIN_MAX_MS} apart at most.
 *
 * @param elapsed milliseconds of a clock that is never set.
 */
export const queueFronts = (elapsed: () => number): QueueFronts => {
  const fronts: Moments = new Map();
  const units = new Set<Moments>();
  const looks = new Set<LookUnderWay>();
  const whole = wholeTurns(elapsed);

  const lookOf = (own: LookUnderWay[], duty: DutyName): Look => {
    const endWhole = whole.begin(duty);
    const low = Math.min(...[...units].map((moved) => moved.get(duty) ?? Infinity));
    const underWay = { duty, low };
    own.push(underWay);
    looks.add(underWay);
    return {
      from: endWhole === undefined ? Math.min(fronts.get(duty) ?? WHOLE, low) : WHOLE,
      found: (first, now) => {
        looks.delete(underWay);
        fronts.set(duty, Math.min(first - BEFORE_MS, now - BEFORE_MS, underWay.low));
        endWhole?.();
      },
    };
  };

  const note = (moved: Moments, work: Moved): void => {
    lower(moved, work);
    for (const look of looks)
      if (look.duty === work.duty) look.low = Math.min(look.low, work.runAt);
  };

  return {
    within: async (unit) => {
      const moved: Moments = new Map();
      const own: LookUnderWay[] = [];
      units.add(moved);
      try {
        return await unit({
          look: (duty) => lookOf(own, duty),
          moves: (work) => {
            for (const one of work) note(moved, one);
          },
        });
      } finally {
        units.delete(moved);
        for (const look of own) looks.delete(look);
        for (const [duty, runAt] of moved) {
          const front = fronts.get(duty);
          if (front !== undefined && runAt < front) fronts.set(duty, runAt);
        }
      }
    },
  };
};
