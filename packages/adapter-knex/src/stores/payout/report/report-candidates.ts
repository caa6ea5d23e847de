import type { Tenant } from '@hundi/core';
import type { ReportSearch } from '@hundi/core/storage';
import { bulk } from '../../../engine/bulk.js';
import type { Dialect } from '../../../engine/dialect.js';
import type { Binding, Session } from '../../../engine/session.js';
import type { Int } from '../../rows/present.js';
import { TERM } from './payout-terms.js';
import { textsWith } from './report-conditions.js';
import { idsOfJob, jobIdOf, within, type UuidRange } from '../../rows/uuid-range.js';

/** Where payouts that a search finds can be. */
export interface Candidates {
  /** Ids of payouts, and of jobs with all their rows. They do not meet. */
  readonly ranges: ReadonlyArray<UuidRange>;
  /** Where in the range there are no others. */
  readonly known: UuidRange;
  /** How many payouts the ranges hold. */
  readonly rows: number;
}

interface Row {
  readonly payout_id: string;
}

const statements = (dialect: Dialect) => {
  const index = dialect.primaryOf('payout_terms');
  return {
    equal: bulk(
      dialect,
      { corporate_id: 'text', term: 'text' },
      dialect.newest({
        table: 'payout_terms',
        index,
        select: 't.payout_id',
        own: ['corporate_id', 'term'],
        by: 'payout_id',
        where: 't.payout_id BETWEEN ? AND ?',
      }),
    ),
    // Hidden from the planner, or for a prefix that many have it would walk through the whole table.
    beginning: `SELECT t.payout_id FROM payout_terms t ${dialect.using(index)}
      WHERE t.corporate_id = ? AND t.term >= (SELECT ?) AND t.term < (SELECT ?)
        AND t.payout_id BETWEEN ? AND ?
      ORDER BY t.payout_id DESC LIMIT ?`,
  };
};

/** The meaning of a row found under a term: a payout, or all rows of a job. */
const spanOf = (id: string): UuidRange =>
  id === jobIdOf(id) ? idsOfJob(id) : { first: id, last: id };

const spansOf = (
  batches: ReadonlyArray<string>,
  payouts: ReadonlyArray<string>,
  range: UuidRange,
): ReadonlyArray<UuidRange> => {
  const whole = new Set(batches);
  const single = new Set(payouts.filter((id) => !whole.has(id) && !whole.has(jobIdOf(id))));
  return [...whole, ...single]
    .map((id) => within(spanOf(id), range))
    .filter(({ first, last }) => first <= last);
};

/** How many payouts the jobs among the ranges have. */
const weights = (dialect: Dialect) => {
  const totals = bulk(
    dialect,
    { job_id: 'uuid' },
    dialect.lookup({
      table: 'jobs',
      index: 'jobs_by_id',
      select: 't.job_id, t.total',
      where: 't.job_id = s.job_id',
    }),
  );
  return async (session: Session, ranges: ReadonlyArray<UuidRange>) => {
    const jobs = ranges
      .filter(({ first, last }) => first !== last)
      .map(({ last }) => jobIdOf(last));
    const rows = (await totals.all(
      session,
      [...new Set(jobs)].map((id) => [id]),
    )) as ReadonlyArray<Weight>;
    const of = new Map(rows.map(({ job_id, total }) => [job_id, Number(total)]));
    return ({ last }: UuidRange): number => of.get(jobIdOf(last)) ?? 1;
  };
};

interface Weight {
  readonly job_id: string;
  readonly total: Int;
}

/** The newest of the ranges, until they hold so many payouts: at least one of them. */
const cutAt = (
  ranges: ReadonlyArray<UuidRange>,
  known: UuidRange,
  weightOf: (range: UuidRange) => number,
  rowsMax: number,
): Candidates => {
  const taken: UuidRange[] = [];
  let rows = 0;
  for (const range of [...ranges].sort((a, b) => (a.last < b.last ? 1 : -1))) {
    if (rows >= rowsMax)
      return { ranges: taken, rows, known: { ...known, first: taken.at(-1)?.first ?? known.last } };
    taken.push(range);
    rows += range.first === range.last ? 1 : weightOf(range);
  }
  return { ranges: taken, known, rows };
};

/** The newest candidates of a range of ids, at most `size` of each kind of term. */
export const reportCandidates = (
  dialect: Dialect,
): ((
  session: Session,
  tenant: Tenant,
  search: ReportSearch,
) => (range: UuidRange, size: number, rowsMax: number) => Promise<Candidates>) => {
  const sql = statements(dialect);

  const weigh = weights(dialect);

  return (session, { corporateTenantId }, { beneficiaryIds, amount, prefix }) => {
    const equal = [
      ...[...new Set(beneficiaryIds)].map((id) => TERM.payee + id),
      ...(amount === undefined ? [] : [TERM.amount + String(amount)]),
    ];
    const texts = textsWith(prefix);
    const ask = async (text: string, bindings: ReadonlyArray<Binding>) =>
      ((await session.all(text, bindings)) as ReadonlyArray<Row>).map(({ payout_id }) => payout_id);

    const equalTo = async ({ first, last }: UuidRange, size: number) => {
      if (equal.length === 0) return [];
      const bound = sql.equal.bind(equal.map((term) => [corporateTenantId, term]));
      return ask(bound.sql, [...bound.bindings, first, last, size, size]);
    };
    const beginning = async (kind: string, { first, last }: UuidRange, size: number) =>
      texts === undefined
        ? []
        : ask(sql.beginning, [
            corporateTenantId,
            ...texts.map((text) => kind + text),
            first,
            last,
            size,
          ]);

    return async (range, size, rowsMax) => {
      const exact = await equalTo(range, size);
      const references = await beginning(TERM.reference, range, size);
      // The oldest row of the range may belong to a job whose id is before it.
      const jobs = { first: jobIdOf(range.first), last: range.last };
      const batches = await beginning(TERM.batch, jobs, size);
      // If a list is full, the ids after its last one are not known yet.
      const first = [exact, references, batches].reduce((most, ids) => {
        const last = ids.length < size ? undefined : ids.at(-1);
        return last !== undefined && last > most ? last : most;
      }, range.first);
      const known = { first, last: range.last };
      const ranges = spansOf(batches, [...exact, ...references], known);
      return cutAt(ranges, known, await weigh(session, ranges), rowsMax);
    };
  };
};
