import * as t from 'io-ts';
import { documented, type Facts } from '../codecs/documented.js';

/** A whole number from 0 on: a count, a position, a limit. */
export const Whole = documented(
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 0, 'Whole'),
  { type: 'integer', minimum: 0 },
);

/** A whole number from 1 on: the number of a page, a version. */
export const Positive = documented(
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= 1, 'a whole number from 1 on'),
  { type: 'integer', minimum: 1 },
);

/** A whole number from `min` to `max`, both included. */
export const wholeBetween = (min: number, max: number, facts: Facts = {}) =>
  documented(
    t.refinement(
      t.number,
      (n) => Number.isInteger(n) && n >= min && n <= max,
      `a whole number from ${String(min)} to ${String(max)}`,
    ),
    { type: 'integer', minimum: min, maximum: max, ...facts },
  );
