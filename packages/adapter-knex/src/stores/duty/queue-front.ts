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
/** After every moment. */
export const NEVER: EpochMs = Number.MAX_SAFE_INTEGER;

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
   * The look is over, and found nothing of the duty before `first`.
   *
   * @param first the moment of the first work that it found; `now`, or {@link NEVER} where it looked ahead, if it found
   * none.
   */
  readonly found: (first: EpochMs, now: EpochMs) => void;
}

/** What a unit of work, or a read, needs of the fronts. */
export interface FrontsOfUnit {
  /** A look at the first work that is due. */
  readonly look: (duty: DutyName) => Look;
  /** A look at the first work that is not due yet. */
  readonly lookAhead: (duty: DutyName) => Look;
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
  lookAhead: () => ({ from: WHOLE, found: () => undefined }),
  moves: () => undefined,
};

/** For a database that keeps nothing of rows that are gone. */
export const noFronts: QueueFronts = { within: (unit) => unit(wholeLooks) };

interface LookUnderWay {
  readonly duty: DutyName;
  /** No later than work that a unit of this process moved meanwhile. */
  low: EpochMs;
}

/** One end of a queue: where its due work begins, or the work of later. */
interface End {
  readonly fronts: Moments;
  readonly whole: ReturnType<typeof wholeTurns>;
  /** Where the next look begins, before what a unit moved meanwhile. */
  readonly before: (first: EpochMs, now: EpochMs) => EpochMs;
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
 * Work that is claimed would be due again when the claim lapses, and is mostly gone before. So a look ahead has a front
 * of its own, which lies in the future. What other processes add before it is found when it is due.
 *
 * @param elapsed milliseconds of a clock that is never set.
 */
export const queueFronts = (elapsed: () => number): QueueFronts => {
  const end = (before: End['before']): End => ({
    fronts: new Map(),
    whole: wholeTurns(elapsed),
    before,
  });
  const due = end((first, now) => Math.min(first, now) - BEFORE_MS);
  const ahead = end((first) => first - BEFORE_MS);
  const units = new Set<Moments>();
  const looks = new Set<LookUnderWay>();

  const lookOf = (own: LookUnderWay[], { fronts, whole, before }: End, duty: DutyName): Look => {
    const endWhole = whole.begin(duty);
    const low = Math.min(...[...units].map((moved) => moved.get(duty) ?? Infinity));
    const underWay = { duty, low };
    own.push(underWay);
    looks.add(underWay);
    return {
      from: endWhole === undefined ? Math.min(fronts.get(duty) ?? WHOLE, low) : WHOLE,
      found: (first, now) => {
        looks.delete(underWay);
        fronts.set(duty, Math.min(before(first, now), underWay.low));
        endWhole?.();
      },
    };
  };

  const lowerFronts = (moved: Moments): void => {
    for (const { fronts } of [due, ahead])
      for (const [duty, runAt] of moved) if (fronts.has(duty)) lower(fronts, { duty, runAt });
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
          look: (duty) => lookOf(own, due, duty),
          lookAhead: (duty) => lookOf(own, ahead, duty),
          moves: (work) => {
            for (const one of work) note(moved, one);
          },
        });
      } finally {
        units.delete(moved);
        for (const look of own) looks.delete(look);
        lowerFronts(moved);
      }
    },
  };
};
