import type { EpochMs } from '../../../kernel/values/time.js';

/**
 * How many calls a caller may make, or bytes it may send: `perSecond` in the long run, `burst` at once (decisions §2).
 * Whole numbers.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * What is left of a rate, at a moment in whole milliseconds. Counted in thousandths of a call, of which a
 * millisecond brings `perSecond`: so no refill is ever rounded.
 */
export interface Bucket {
  readonly thousandths: number;
  readonly at: EpochMs;
}

const CALL = 1_000;

export const fullBucket = ({ burst }: Rate, at: EpochMs): Bucket => ({
  thousandths: burst * CALL,
  at,
});

/** The tokens that the elapsed time has added. A clock that goes backwards adds nothing, and is followed. */
export const refilled = (
  { perSecond, burst }: Rate,
  { thousandths, at }: Bucket,
  now: EpochMs,
): Bucket => ({
  thousandths: Math.min(burst * CALL, thousandths + Math.max(0, now - at) * perSecond),
  at: now,
});

/** The bucket with so many calls less, or undefined when it does not hold them. */
export const without = ({ thousandths, at }: Bucket, calls: number): Bucket | undefined =>
  thousandths < calls * CALL ? undefined : { thousandths: thousandths - calls * CALL, at };

/** Whole calls that a bucket holds. */
export const callsIn = ({ thousandths }: Pick<Bucket, 'thousandths'>): number =>
  Math.floor(thousandths / CALL);

/** Whole seconds until a bucket holds that many calls. */
export const secondsUntil = (
  { perSecond }: Rate,
  { thousandths }: Pick<Bucket, 'thousandths'>,
  calls: number,
): number => Math.ceil(Math.max(0, calls * CALL - thousandths) / (perSecond * CALL));
