import type { Tenant } from '@hundi/core';
import type { ReportFilter, ReportSearch } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Bound, Binding } from '../../../engine/session.js';
import { uuidsWith } from '../../rows/uuid-range.js';

/** No reference, batch reference or job id holds one of these: a text that does is the beginning of none. */
const UNWRITTEN = /[\p{Cc}\p{Cs}]/u;

/** Comes after every character in both databases, which compare texts by their bytes. */
const LAST_CHARACTER = '\u{10ffff}';

/** The bounds of the texts that begin like this: the first, and one that comes after all of them. */
export const textsWith = (prefix: string): readonly [string, string] | undefined =>
  UNWRITTEN.test(prefix) ? undefined : [prefix, prefix + LAST_CHARACTER];

const one = (sql: string, ...bindings: ReadonlyArray<Binding>): Bound => ({ sql, bindings });

const joined = (bounds: ReadonlyArray<Bound>, word: 'AND' | 'OR'): Bound => ({
  sql: `(${bounds.map(({ sql }) => sql).join(` ${word} `)})`,
  bindings: bounds.flatMap(({ bindings }) => bindings),
});

/** Whether the search finds payout `t`. */
export const searchCondition = (
  dialect: Dialect,
  { beneficiaryIds, amount, prefix }: ReportSearch,
): Bound => {
  const texts = textsWith(prefix);
  const jobs = uuidsWith(prefix);
  return joined(
    [
      dialect.among('t.beneficiary_id', beneficiaryIds),
      ...(amount === undefined ? [] : [one('t.amount = ?', amount)]),
      ...(texts === undefined
        ? []
        : ['t.reference', 't.api_ref'].map((name) =>
            one(`(${name} >= ? AND ${name} < ?)`, ...texts),
          )),
      ...(jobs === undefined ? [] : [one('t.job_id BETWEEN ? AND ?', jobs.first, jobs.last)]),
    ],
    'OR',
  );
};

/** Conditions that are one comparison with one value. */
const compared = (filter: ReportFilter): ReadonlyArray<Bound> => {
  const comparisons: ReadonlyArray<readonly [string, string | number | undefined]> = [
    ['t.payout_id = ?', filter.transactionId],
    // A row that intake has not decided on has no status.
    ["coalesce(t.status, 'queued') = ?", filter.status],
    ['t.debit_account_id = ?', filter.debitAccountId],
    ['t.source = ?', filter.source],
    ['t.created_at >= ?', filter.createdFrom],
    ['t.created_at < ?', filter.createdBefore],
    ['t.amount >= ?', filter.amountFrom],
    ['t.amount <= ?', filter.amountTo],
  ];
  return comparisons.flatMap(([sql, value]) => (value === undefined ? [] : [one(sql, value)]));
};

/**
 * Whether payout `t` meets the filter. Wrapped, so that no planner sees what it compares: it would guess how
 * few payouts meet it, and walk through all of them in another order than by id.
 */
export const reportCondition = (
  dialect: Dialect,
  { bankTenantId }: Tenant,
  filter: ReportFilter,
): Bound => {
  const { packageCodes, debitAccountIds, paymentMethods, search } = filter;
  const { sql, bindings } = joined(
    [
      one('t.bank_id = ?', bankTenantId),
      ...compared(filter),
      ...(packageCodes === undefined ? [] : [dialect.among('t.package_code', packageCodes)]),
      ...(debitAccountIds === undefined
        ? []
        : [
            joined(
              [
                one('t.debit_account_id IS NULL'),
                dialect.among('t.debit_account_id', debitAccountIds),
              ],
              'OR',
            ),
          ]),
      ...(paymentMethods === undefined
        ? []
        : [dialect.among('coalesce(t.payment_method, t.requested_method)', paymentMethods)]),
      ...(search === undefined ? [] : [searchCondition(dialect, search)]),
    ],
    'AND',
  );
  return { sql: `coalesce(${sql}, false)`, bindings };
};
