import type { Rate } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import { named, type Named } from '../engine/named.js';
import type { Bound } from '../engine/session.js';

/** Thousandths of a call, of which a millisecond brings `perSecond`: so no refill is ever rounded. */
export const CALL = 1_000;

/** So many draws leave their versions in one place. Each later draw there steps over them, at a few pages in all. */
const DRAWS_OF_PLACE = 200;

/**
 * No bucket moves on so often in a minute, and none is deleted in the minute in which it was made. So one that is made
 * again stands beyond all that PostgreSQL may keep of the one before, and no draw steps over that.
 */
const PLACES_OF_MINUTE = 1_000_000;

// A process whose clock is behind by less than this finds no bucket gone that has not filled.
const MINUTE_MS = 60_000;

const fillMsOf = ({ perSecond, burst }: Rate): number => Math.ceil((CALL * burst) / perSecond);

/** Calls of one size that one bucket is asked for. */
export interface Wanted {
  readonly name: string;
  readonly rate: Rate;
  readonly calls: number;
  /** What each of them takes; no more than the bucket holds. */
  readonly each: number;
  readonly now: number;
}

/** What a bucket gave for whole calls, and what it holds then, both in thousandths; and where it is then. */
export interface Drawn {
  readonly granted: number;
  readonly thousandths: number;
  readonly place: number;
}

const valuesOf = ({ name, rate, calls, each, now }: Wanted) => {
  const [full, one] = [rate.burst * CALL, each * CALL];
  const granted = Math.min(calls, Math.floor(full / one)) * one;
  return {
    name,
    granted,
    now,
    one,
    full,
    left: full - granted,
    wanted: calls * one,
    perSecond: rate.perSecond,
    fillMs: fillMsOf(rate),
    expiresAt: Math.ceil((now + fillMsOf(rate)) / MINUTE_MS) * MINUTE_MS,
  };
};

const int = (value: string): string => `CAST(:${value} AS bigint)`;

const DRAWN = 'thousandths, granted, place';

/** How a statement calls what a draw is about. */
type Words = Readonly<
  Record<'full' | 'now' | 'expiresAt' | 'wanted' | 'one' | 'perSecond' | 'fillMs', string>
>;

/**
 * Refills the bucket `b` and draws from it. A clock that is behind the last one adds nothing; one that is further behind
 * than the bucket takes to fill is followed, or a clock that once was wrong would keep the bucket empty.
 */
const drawnOf = ({ least, greatest, minute }: Dialect, words: Words): string => {
  const { full, now, expiresAt, wanted, one, perSecond, fillMs } = words;
  const held = least(
    full,
    `b.thousandths + ${greatest('0', `${now} - b.counted_at`)} * ${perSecond}`,
  );
  const granted = least(wanted, `${held} / ${one} * ${one}`);
  const moves = `b.draws >= ${String(DRAWS_OF_PLACE)}`;
  const moved = `place = CASE WHEN ${moves} THEN b.place + 1 ELSE b.place END,
      draws = CASE WHEN ${moves} THEN 1 ELSE b.draws + 1 END,`;
  return `SET ${minute === undefined ? '' : moved}
      thousandths = ${held} - ${granted},
      granted = ${granted},
      counted_at = CASE WHEN b.counted_at > ${now} + ${fillMs}
        THEN ${now} ELSE ${greatest('b.counted_at', now)} END,
      expires_at = ${expiresAt}`;
};

/** A bucket without a row is full. */
const making = (dialect: Dialect, place: string, where: string): string => {
  const words: Words = {
    full: '(excluded.thousandths + excluded.granted)',
    now: 'excluded.counted_at',
    expiresAt: 'excluded.expires_at',
    wanted: int('wanted'),
    one: int('one'),
    perSecond: int('perSecond'),
    fillMs: int('fillMs'),
  };
  return `INSERT INTO call_buckets AS b (name, place, draws, thousandths, granted, counted_at, expires_at)
    SELECT :name, ${place}, 1, ${int('left')}, ${int('granted')}, ${int('now')}, ${int('expiresAt')}
    WHERE ${where}
    ON CONFLICT (name, place) DO UPDATE ${drawnOf(dialect, words)}
    RETURNING ${DRAWN}`;
};

const WORDS: Words = {
  full: 'w.full_at',
  now: 'w.now',
  expiresAt: 'w.expires_at',
  wanted: 'w.wanted',
  one: 'w.one',
  perSecond: 'w.per_second',
  fillMs: 'w.fill_ms',
};

/** Each value is bound once: a binding costs the process and the server more than what is computed of it. */
const updating = (dialect: Dialect, place: string): string =>
  `UPDATE call_buckets b ${drawnOf(dialect, WORDS)}
    FROM (SELECT ${int('full')} AS full_at, ${int('now')} AS now, ${int('expiresAt')} AS expires_at,
      ${int('wanted')} AS wanted, ${int('one')} AS one, ${int('perSecond')} AS per_second,
      ${int('fillMs')} AS fill_ms) w
    WHERE b.name = :name AND b.place ${place} RETURNING ${DRAWN}`;

interface Drawing {
  readonly draw: Named;
  /** Undefined where no bucket moves. */
  readonly drawFrom: Named | undefined;
}

/**
 * Each draw is one statement that holds the bucket's row: what others draw at once is drawn before or after it. Where
 * PostgreSQL keeps old versions, the row moves on: an update changes its key, so a bucket has one row, and a draw that
 * waited for an update which moved the row finds it by its versions. The statement must look from the place that it
 * knows on, and not at that place alone, or PostgreSQL would leave out the row that has moved.
 *
 * Draws that find no row at the same time meet in the first place of the minute. Should the minute end between their
 * looks, or the row move on between the look of one and its write, that one makes a second bucket, which is full. The
 * next draw of each process that meets both goes on with the further one, and the other is left to expire.
 */
const drawing = (dialect: Dialect): Drawing => {
  const { minute } = dialect;
  if (minute === undefined)
    return { draw: named(making(dialect, '0', 'true')), drawFrom: undefined };
  const last = `(SELECT t.place FROM call_buckets t WHERE t.name = :name ORDER BY t.place DESC LIMIT 1)`;
  const first = `${minute} * ${String(PLACES_OF_MINUTE)}`;
  return {
    draw: named(`WITH drawn AS (${updating(dialect, `>= ${last}`)}),
      made AS (${making(dialect, first, 'NOT EXISTS (SELECT 1 FROM drawn)')})
      SELECT ${DRAWN} FROM drawn UNION ALL SELECT ${DRAWN} FROM made`),
    drawFrom: named(updating(dialect, `>= ${int('place')}`)),
  };
};

/** Found rows are deleted by their key and their minute: by the name alone all versions of a bucket would be read. */
const forgetting = ({ holdFree }: Dialect): Named =>
  named(
    `WITH gone AS (SELECT t.name, t.place FROM call_buckets t
        WHERE t.expires_at >= :from AND t.expires_at < :before ORDER BY t.expires_at LIMIT :most ${holdFree})
      DELETE FROM call_buckets WHERE (name, place) IN (SELECT name, place FROM gone)
      RETURNING place`,
  );

/** The statements on buckets of one database. */
export interface BucketStatements {
  /** Draws from a bucket, wherever it is. */
  readonly draw: (wanted: Wanted) => Bound;
  /** Draws from a bucket that is in a place or beyond it, and returns no row where none is. */
  readonly drawFrom: ((wanted: Wanted, place: number) => Bound) | undefined;
  /**
   * Deletes at most so many buckets that filled from a moment on and before another, and returns a row for each; those
   * that others hold stay.
   */
  readonly forget: (from: number, before: number, most: number) => Bound;
}

/** Before this moment no bucket is needed that has filled. */
export const filledBefore = (now: number): number => now - MINUTE_MS;

export const bucketStatements = (dialect: Dialect): BucketStatements => {
  const { draw, drawFrom } = drawing(dialect);
  const forget = forgetting(dialect);
  return {
    draw: (wanted) => draw.bind(valuesOf(wanted)),
    drawFrom: drawFrom && ((wanted, place) => drawFrom.bind({ ...valuesOf(wanted), place })),
    forget: (from, before, most) => forget.bind({ from, before, most }),
  };
};
