import * as t from 'io-ts';
import { documented } from '../codecs/documented.js';

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
