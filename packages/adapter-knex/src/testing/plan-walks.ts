import type { Plan } from '../plans.test.support.js';
import { TABLES } from './plans-rows.js';

const GROWS = `(${TABLES.join('|')})`;

/** A row for each corporate, or for each of its people: all that a corporate has there may be read at once. */
const SMALL = '(?:journal_heads|notification_looks|person_notifications)';

/** What a search must name: a corporate alone is a walk through all that it has. */
const NARROW = new RegExp(
  [
    'payout_id',
    '\\bterm\\b',
    'subject',
    'job_id',
    '\\bkey\\b',
    'bene_id',
    'beneficiary_id',
    'account_number',
    'package_code',
    'key_id',
    '\\bid\\b',
    'duty',
    'corporates',
    'entry_no',
    'email',
    'address_key',
    'challenge_id',
    'session_id',
    'expires_at',
    'link_id',
    'endpoint_id',
    'ordinal',
    'position',
    'event_id',
    'user_id',
    'upload_id',
    'reference',
    '\\butr\\b',
    '\\bnumber\\b',
    'corporate_id >',
    '= c\\.corporate_id',
  ].join('|'),
);

/** Steps that walk through a table that grows, or meet it before the rows that were bound to the same SELECT. */
export const walksInSqlite = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter(
    (step, i) =>
      new RegExp(`^SCAN (t|a|${GROWS})\\b`).test(step) ||
      (new RegExp(`^SEARCH (t|a|(?!${SMALL})${GROWS})\\b`).test(step) && !NARROW.test(step)) ||
      (step.startsWith('SCAN jsonb_each') &&
        steps
          .slice(steps.lastIndexOf('UNION ALL', i) + 1, i)
          .some((before) => /^SEARCH [ta] /.test(before))),
  );

/** Steps that walk through a table that grows, or join it in another way than row by row. */
export const walksInPostgres = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter(
    (step, i) =>
      new RegExp(`Seq Scan on ${GROWS}\\b`).test(step) ||
      /(Hash|Merge) (Join|\w+ Join)/.test(step) ||
      (new RegExp(`(Index|Index Only|Bitmap Index) Scan (using|on) (?!${SMALL})${GROWS}_`).test(
        step,
      ) &&
        !NARROW.test(steps[i + 1] ?? '')),
  );

/** One value by way of a range, and then another column. */
const BEHIND_RANGE = /\((\w+) >= ([^()]+)\) AND \(\1 <= \2\) AND \((?!\1 )/;

/**
 * The steps of a plan that look a row up by a column of an index behind one that they compare as a range: the index does
 * not narrow down by it, and each look is at all rows that share what comes before the range.
 */
export const looksBehindRange = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter((step) => step.includes('Index Cond:') && BEHIND_RANGE.test(step));
