import type { Tenant } from '@hundi/core';
import type { ReportSearch } from '@hundi/core/storage';
import { bulk } from '../../../engine/bulk.js';
import type { Dialect } from '../../../engine/dialect.js';
import type { Bound, Session } from '../../../engine/session.js';
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

/** The kinds of lists that candidates are read in. */
type List = 'equal' | 'reference' | 'batch';

interface Row {
  readonly list: List;
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
    { corporate_id: 'text', job_id: 'uuid' },
    dialect.lookup({
      table: 'jobs',
      index: 'jobs_by_id',
      select: 't.job_id, t.total',
      where: 't.corporate_id = s.corporate_id AND t.job_id = s.job_id',
    }),
  );
  return async (session: Session, corporateId: string, ranges: ReadonlyArray<UuidRange>) => {
    const jobs = ranges
      .filter(({ first, last }) => first !== last)
      .map(({ last }) => jobIdOf(last));
    const rows = (await totals.all(
      session,
      [...new Set(jobs)].map((id) => [corporateId, id]),
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

/** The ids of each list, all of them read at once. */
const listsOf = async (
  session: Session,
  parts: ReadonlyArray<readonly [List, Bound]>,
): Promise<(list: List) => ReadonlyArray<string>> => {
  const text = parts
    .map(([list, { sql }]) => `SELECT '${list}' AS list, l.payout_id FROM (${sql}) l`)
    .join(' UNION ALL ');
  const bindings = parts.flatMap(([, bound]) => bound.bindings);
  const rows = (parts.length === 0 ? [] : await session.all(text, bindings)) as ReadonlyArray<Row>;
  return (wanted) => rows.flatMap(({ list, payout_id }) => (list === wanted ? [payout_id] : []));
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

    const equalTo = ({ first, last }: UuidRange, size: number): Bound => {
      const { sql: text, bindings } = sql.equal.bind(
        equal.map((term) => [corporateTenantId, term]),
      );
      return { sql: text, bindings: [...bindings, first, last, size, size] };
    };
    const beginning = (
      kind: string,
      words: ReadonlyArray<string>,
      { first, last }: UuidRange,
      size: number,
    ): Bound => ({
      sql: sql.beginning,
      bindings: [corporateTenantId, ...words.map((text) => kind + text), first, last, size],
    });

    return async (range, size, rowsMax) => {
      // The oldest row of the range may belong to a job whose id is before it.
      const jobs = { first: jobIdOf(range.first), last: range.last };
      const idsOf = await listsOf(session, [
        ...(equal.length === 0 ? [] : [['equal', equalTo(range, size)] as const]),
        ...(texts === undefined
          ? []
          : [
              ['reference', beginning(TERM.reference, texts, range, size)] as const,
              ['batch', beginning(TERM.batch, texts, jobs, size)] as const,
            ]),
      ]);
      const lists = [idsOf('equal'), idsOf('reference'), idsOf('batch')] as const;
      const [exact, references, batches] = lists;
      // If a list is full, the ids after its oldest one are not known yet.
      const first = lists
        .filter((ids) => ids.length >= size)
        .map((ids) => ids.reduce((oldest, id) => (id < oldest ? id : oldest)))
        .reduce((most, oldest) => (oldest > most ? oldest : most), range.first);
      const known = { first, last: range.last };
      const ranges = spansOf(batches, [...exact, ...references], known);
      return cutAt(ranges, known, await weigh(session, corporateTenantId, ranges), rowsMax);
    };
  };
};
