import * as t from 'io-ts';
import { documented } from '../codecs/documented.js';

const LIMIT_MAX = 1_000;

/** How many items a page of a list has at most. */
export const Limit = documented(
  t.refinement(
    t.number,
    (n) => Number.isInteger(n) && n >= 1 && n <= LIMIT_MAX,
    `a whole number from 1 to ${String(LIMIT_MAX)}`,
  ),
  { type: 'integer', minimum: 1, maximum: LIMIT_MAX },
);
