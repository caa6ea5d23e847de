import type { EpochMs } from './time.js';

/** Named values as platforms hold them: a plain object, or what lists its pairs, as `Headers`, `URLSearchParams` and a `Map` do. */
export type NamedValues<V> = Readonly<Record<string, V>> | Iterable<readonly [string, V]>;

export const pairsOf = <V>(values: NamedValues<V>): ReadonlyArray<readonly [string, V]> =>
  isListed(values) ? [...values] : Object.entries(values);

const isListed = <V>(values: NamedValues<V>): values is Iterable<readonly [string, V]> =>
  typeof (values as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function';

/**
 * Refuses arguments that are not there, or whose caller forgot `await`, by their names: a promise holds no header and
 * signs nothing.
 *
 * @throws TypeError when one of them is `undefined`, `null` or a promise.
 */
export const requireGiven = (values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null)
      throw new TypeError(`${name} is ${String(value)}: give what was received`);
    if (typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === 'function')
      throw new TypeError(`${name} is a promise: await it first`);
  }
};

/**
 * Refuses a tolerance, and a moment, by which nothing would be fresh, or everything: no time is far from `NaN`.
 *
 * @throws RangeError when the tolerance is not a finite number above 0, or `now` is not a finite number.
 */
export const requireFreshness = ({
  toleranceSeconds,
  now,
}: {
  readonly toleranceSeconds: number;
  readonly now: EpochMs;
}): void => {
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds <= 0)
    throw new RangeError('toleranceSeconds must be a finite number above 0');
  if (!Number.isFinite(now))
    throw new RangeError('now must be a finite number of milliseconds: give Date.now()');
};
