import type * as t from 'io-ts';
import { record } from '../codecs/record.js';
import { Positive, wholeBetween } from './whole.js';

/** How many items a page of a list has at most. */
export const Limit = wholeBetween(1, 1_000);

/** Asks for one page of a list (decisions §2); `page` counts from 1, `limit` is 1 to 1,000. */
export const PageRequest = record('PageRequest', { page: Positive, limit: Limit });
export type PageRequest = t.TypeOf<typeof PageRequest>;

/** One page of a list that is counted: `items` are its own, `total` those of all pages (decisions §2). */
export interface Page<A> extends PageRequest {
  readonly items: ReadonlyArray<A>;
  readonly total: number;
}
