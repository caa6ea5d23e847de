import type { Rate } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import { named, type Named } from '../engine/named.js';
import type { Bound } from '../engine/session.js';

/** Thousandths of a call, of which a millisecond brings `perSecond`: so no refill is ever rounded. */
export const CALL = 1_000;

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

/** What a bucket gave for whole calls, and what it holds then, both in thousandths. */
export interface Drawn {
  readonly granted: number;
  readonly thousandths: number;
}

const valuesOf = ({ name, rate, calls, each, now }: Wanted) => {
  const [full, one] = [rate.burst * CALL, each * CALL];
  const granted = Math.min(calls, Math.floor(full / one)) * one;
  return {
    ...{ name, granted, now, one, left: full - granted, wanted: calls * one },
    ...{ perSecond: rate.perSecond, fillMs: fillMsOf(rate) },
    expiresAt: Math.ceil((now + fillMsOf(rate)) / MINUTE_MS) * MINUTE_MS,
  };
};

const int = (value: string): string => `CAST(:${value} AS bigint)`;

/**
 * Refills a bucket and draws from it, in one statement that holds its row: what others draw at once is drawn before or
 * after it. A bucket without a row is full. A clock that is behind the last one adds nothing; one that is further
 * behind than the bucket takes to fill is followed, or a clock that once was wrong would keep the bucket empty.
 */
const drawing = ({ least, greatest }: Dialect): Named => {
  const full = '(excluded.thousandths + excluded.granted)';
  const brought = `${greatest('0', 'excluded.counted_at - b.counted_at')} * ${int('perSecond')}`;
  const held = least(full, `b.thousandths + ${brought}`);
  const granted = least(int('wanted'), `${held} / ${int('one')} * ${int('one')}`);
  return named(`INSERT INTO rate_buckets AS b (name, thousandths, granted, counted_at, expires_at)
    VALUES (:name, ${int('left')}, ${int('granted')}, ${int('now')}, ${int('expiresAt')})
    ON CONFLICT (name) DO UPDATE SET
      thousandths = ${held} - ${granted},
      granted = ${granted},
      counted_at = CASE WHEN b.counted_at > excluded.counted_at + ${int('fillMs')}
        THEN excluded.counted_at ELSE ${greatest('b.counted_at', 'excluded.counted_at')} END,
      expires_at = excluded.expires_at
    RETURNING thousandths, granted`);
};

const forgetting = ({ amongFound, holdFree }: Dialect): Named =>
  named(
    `DELETE FROM rate_buckets WHERE ${amongFound(
      'name',
      `SELECT t.name FROM rate_buckets t WHERE t.expires_at < :before
      ORDER BY t.expires_at LIMIT :most ${holdFree}`,
    )}`,
  );

/** The statements on buckets of one database. */
export interface BucketStatements {
  readonly draw: (wanted: Wanted) => Bound;
  /** Deletes at most so many buckets that filled more than a minute ago; those that others hold stay. */
  readonly forget: (now: number, most: number) => Bound;
}

export const bucketStatements = (dialect: Dialect): BucketStatements => {
  const [draw, forget] = [drawing(dialect), forgetting(dialect)];
  return {
    draw: (wanted) => draw.bind(valuesOf(wanted)),
    forget: (now, most) => forget.bind({ before: now - MINUTE_MS, most }),
  };
};
