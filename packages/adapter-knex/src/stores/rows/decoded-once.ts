import { stored } from '@hundi/core/wire';
import type { RecordCodec } from './small-records.js';

/** How many records of one kind are kept: about a kilobyte each. */
const KEPT_MAX = 1_000;

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
};

/**
 * Decodes records of settings, which are read far more often than they change. Two records of the same text are one
 * value, which is frozen. It is kept by its text, so a record that changed is decoded.
 *
 * @throws as `stored` does.
 */
export const decodedOnce = <A>(codec: RecordCodec<A>): ((record: string) => A) => {
  const kept = new Map<string, A>();
  return (record) => {
    const known = kept.get(record);
    if (known !== undefined) return known;
    const value = frozen(stored(codec, record));
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(record, value);
    return value;
  };
};
