import type { Bound, Rows } from '../engine/session.js';
import type { BucketStatements, Drawn, Wanted } from './bucket-statements.js';

/** Places of buckets that one process remembers. */
const KNOWN_MAX = 10_000;

/** PostgreSQL sends 64 bits as text. */
const drawnOf = (row: unknown): Drawn => {
  const { granted, thousandths, place } = row as Readonly<Record<keyof Drawn, number | string>>;
  return { granted: Number(granted), thousandths: Number(thousandths), place: Number(place) };
};

/** The one that others find: a draw from the place of a bucket that was left to expire may meet that one, too. */
const furthest = (rows: Rows): Drawn | undefined =>
  rows
    .map(drawnOf)
    .reduce<Drawn | undefined>(
      (best, one) => (best === undefined || one.place > best.place ? one : best),
      undefined,
    );

/**
 * Draws from buckets, and remembers where each of them was: a statement that need not look for its bucket costs the
 * database half as much. One that does not find its bucket there any more is followed by one that looks.
 */
export const drawsOf = (
  ask: (statement: Bound) => Promise<Rows>,
  { draw, drawFrom }: Pick<BucketStatements, 'draw' | 'drawFrom'>,
): ((wanted: Wanted) => Promise<Drawn>) => {
  const places = new Map<string, number>();
  const remember = ({ name }: Wanted, { place }: Drawn): void => {
    if (places.size >= KNOWN_MAX) places.clear();
    places.set(name, place);
  };
  const drawNear = async (wanted: Wanted): Promise<Drawn | undefined> => {
    const place = places.get(wanted.name);
    return place === undefined || drawFrom === undefined
      ? undefined
      : furthest(await ask(drawFrom(wanted, place)));
  };
  return async (wanted) => {
    const drawn = (await drawNear(wanted)) ?? drawnOf((await ask(draw(wanted)))[0]);
    if (drawFrom !== undefined) remember(wanted, drawn);
    return drawn;
  };
};
