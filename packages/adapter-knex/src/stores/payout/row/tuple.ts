import type { Held } from '../../../engine/described.js';
import type { Tuple } from '../../../engine/session.js';
import type { PayoutColumn, PayoutColumns } from './payout-columns.js';

declare const held: unique symbol;

/** Where a column stands in a tuple, and what it holds. */
export type Place<V> = number & { readonly [held]?: V };

/** Where each of these columns stands in a tuple of all of them. */
export const placesOf = <N extends PayoutColumn>(
  names: ReadonlyArray<N>,
): { readonly [K in N]: Place<Held<PayoutColumns, K>> } =>
  Object.fromEntries(names.map((name, i) => [name, i])) as never;

// The following functions are called millions of times: plain functions of a number, which the compiler inlines.

/** The value of a column; NULL where its field is absent. */
export const cell = <V>(row: Tuple, place: Place<V>): V | null => (row[place] ?? null) as V | null;

/** The value of a column whose field is never absent. The engine wrote it itself, so it is not decoded again. */
export const must = <V>(row: Tuple, place: Place<V>): V => row[place] as V;

/** The same of a number, of which PostgreSQL sends a text. */
export const mustInt = <V extends number>(row: Tuple, place: Place<V>): V =>
  Number(row[place]) as V;

/** A number; NULL where its field is absent. */
export const int = (row: Tuple, place: Place<number>): number | null => {
  const value = row[place] ?? null;
  return value === null ? null : Number(value);
};

// Rows of one job carry the same maker, approver and policy: the same text is parsed once.
const parsed = new Map<string, unknown>();
const PARSED_MAX = 1_000;

/** A value that is kept as JSON. */
export const json = (row: Tuple, place: Place<string>): unknown => {
  const text = row[place] ?? null;
  if (typeof text !== 'string') return null;
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const value: unknown = JSON.parse(text);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(text, value);
  return value;
};
