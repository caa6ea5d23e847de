import type { Tenant } from '@hundi/core';
import type { ReportSearch } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session, Tuple } from '../../../engine/session.js';
import type { Budget } from './report-budget.js';
import { reportCandidates, type Candidates } from './report-candidates.js';
import type { ReportReader } from './report-reader.js';
import { reportStrides, type Stride } from './report-stride.js';
import { GROWTH, type Find, type Found } from './report-walk.js';
import {
  after,
  before,
  idsOfJob,
  isEmpty,
  NONE,
  uuidsWith,
  within,
  type UuidRange,
} from '../../rows/uuid-range.js';

/** The most candidates of a kind that are taken at once. */
const CANDIDATES_MAX = 20_000;

/** Where at most one payout in so many is found, it is found by its terms; elsewhere walking is shorter. */
const SPARSE = 20;

/** How many payouts say at first which of the two it is. */
const SAMPLE = 100;

/** One way of finding after another, until there are enough, or one stops before its end. */
const findIn = async (
  { first }: UuidRange,
  parts: ReadonlyArray<readonly [UuidRange, Find]>,
  limit: number,
): Promise<Found> => {
  const tuples: Tuple[] = [];
  for (const [range, find] of parts) {
    if (isEmpty(range)) continue;
    const found = await find(range, limit - tuples.length);
    tuples.push(...found.tuples);
    if (tuples.length === limit || !isEmpty(found.rest))
      return { tuples, rest: { first, last: found.rest.last } };
  }
  return { tuples, rest: NONE };
};

/** Finds payouts that have their terms. */
const findIndexed =
  (
    stride: (range: UuidRange, rows: number) => Promise<Stride>,
    candidates: (range: UuidRange, size: number, rowsMax: number) => Promise<Candidates>,
    { walk, pick }: ReportReader,
    budget: Budget,
  ): Find =>
  async (range, limit) => {
    const tuples: Tuple[] = [];
    let [rest, rows, size] = [range, SAMPLE, limit];
    while (tuples.length < limit && !isEmpty(rest) && !budget.isSpent()) {
      rows = Math.min(rows, budget.left());
      const { walked, matches } = await stride(rest, rows);
      budget.spend(rows);
      const older = before(rest, walked);
      const isSparse = matches * SPARSE <= rows;
      // Among the terms of the older ones, a few matches cost nothing more.
      if (matches === 0 || !isSparse || isEmpty(older) || budget.isSpent()) {
        if (matches > 0) tuples.push(...(await walk(walked, limit - tuples.length)));
        rest = older;
      }
      if (tuples.length === limit || isEmpty(rest) || budget.isSpent()) break;
      if (isSparse) {
        const found = await candidates(rest, size, budget.left());
        tuples.push(...(await pick(found.ranges, limit - tuples.length)));
        budget.spend(found.rows);
        rest = before(rest, found.known);
        size = Math.min(size * GROWTH, CANDIDATES_MAX);
      } else {
        rows *= GROWTH;
      }
    }
    return { tuples, rest };
  };

export const reportSearch = (
  dialect: Dialect,
): ((
  session: Session,
  tenant: Tenant,
  search: ReportSearch,
  reader: ReportReader,
  walk: Find,
  budget: Budget,
) => Find) => {
  const candidatesOf = reportCandidates(dialect);
  const stridesOf = reportStrides(dialect);
  const anyPayout = `SELECT t.payout_id FROM payouts t ${dialect.using('payouts_by_id')}
    WHERE t.corporate_id = ? AND t.payout_id BETWEEN ? AND ?
    ORDER BY t.payout_id DESC LIMIT 1`;

  return (session, tenant, search, reader, walk, budget) => {
    const candidates = candidatesOf(session, tenant, search);
    const strides = stridesOf(session, tenant, search);

    const hasPayouts = async ({ first, last }: UuidRange): Promise<boolean> =>
      (await session.all(anyPayout, [tenant.corporateTenantId, first, last])).length > 0;

    /** Where the search is the beginning of job ids, every row of theirs is found: they are walked through. */
    const aroundJobs = async (range: UuidRange, limit: number, indexed: Find): Promise<Found> => {
      const ids = uuidsWith(search.prefix);
      const jobs = ids && within({ first: ids.first, last: idsOfJob(ids.last).last }, range);
      // Most numbers and many words could begin an id, but begin none.
      if (jobs === undefined || isEmpty(jobs) || !(await hasPayouts(jobs)))
        return indexed(range, limit);
      return findIn(
        range,
        [
          [after(range, jobs), indexed],
          [jobs, walk],
          [before(range, jobs), indexed],
        ],
        limit,
      );
    };

    return async (range, limit) => {
      const sample = await strides.first(range, Math.min(SAMPLE, budget.left()));
      const indexed = findIndexed(
        async (part, rows) => (part === range ? sample : strides.next(part, rows)),
        candidates,
        reader,
        budget,
      );
      if (sample.pending === undefined) return aroundJobs(range, limit, indexed);
      // From the oldest job without terms on, the terms may be incomplete.
      const tail = within({ first: sample.pending, last: range.last }, range);
      return findIn(
        range,
        [
          [tail, walk],
          [before(range, tail), (rest, more) => aroundJobs(rest, more, indexed)],
        ],
        limit,
      );
    };
  };
};
