import * as t from 'io-ts';
import { ISSUES_MAX } from './decode.js';
import { documented } from './documented.js';

/** How many items a list may have. */
export interface Bounds {
  readonly min?: number;
  readonly max: number;
  /** Whether a value that the list has twice is refused, of texts and numbers: the caller meant another. */
  readonly distinct?: true;
}

/**
 * A list that a caller sends. Its length is looked at before its items, and decoding ends at the hundredth
 * fault: what is wrong in a million ways costs no more than what is wrong in a hundred.
 *
 * @param expected the expectation in the issue when there are too few or too many items
 */
export const list = <C extends t.Mixed>(
  item: C,
  { min = 0, max, distinct }: Bounds,
  expected: string,
): t.ArrayType<C, t.TypeOf<C>[], t.OutputOf<C>[]> => {
  const isWithin = (u: ReadonlyArray<unknown>): boolean => u.length >= min && u.length <= max;
  const plain = t.array(item);
  const codec = new t.ArrayType<C, t.TypeOf<C>[], t.OutputOf<C>[]>(
    plain.name,
    (u): u is t.TypeOf<C>[] => Array.isArray(u) && isWithin(u) && plain.is(u),
    (u, context) => {
      if (!Array.isArray(u)) return t.failure(u, context);
      if (!isWithin(u)) return t.failure(u, context, expected);
      const items: t.TypeOf<C>[] = [];
      const errors: t.ValidationError[] = [];
      const seen = new Set<unknown>();
      for (const [i, one] of (u as unknown[]).entries()) {
        const place = t.appendContext(context, String(i), item, one);
        const decoded = item.validate(one, place);
        if (decoded._tag === 'Left') errors.push(...decoded.left);
        else if (distinct === true && seen.has(decoded.right))
          errors.push({ value: one, context: place, message: 'expected each value only once' });
        else {
          seen.add(decoded.right);
          items.push(decoded.right as t.TypeOf<C>);
        }
        if (errors.length >= ISSUES_MAX) break;
      }
      return errors.length > 0 ? t.failures(errors) : t.success(items);
    },
    plain.encode,
    item,
  );
  return documented(codec, {
    ...(min > 0 && { minItems: min }),
    maxItems: max,
    ...(distinct === true && { uniqueItems: true }),
  });
};
