import type { ReportSearch, Tenant } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Session, Tuple } from '../engine/session.js';
import { reportCandidates, type Candidates } from './report-candidates.js';
import type { ReportReader } from './report-reader.js';
import { reportStride, type Stride } from './report-stride.js';
import {
  after,
  before,
  idsOfJob,
  isEmpty,
  jobIdOf,
  uuidsWith,
  within,
  type UuidRange,
} from './uuid-range.js';

/** How many payouts are looked at in any case: a search that many meet is answered by them. */
const STRIDE = 500;

/** The most candidates of a kind that are taken at once. */
const CANDIDATES_MAX = 20_000;

/** How many times more are taken than before, when those did not do. */
const GROWTH = 4;

/** Where at most one payout in so many is found, it is found by its terms; elsewhere walking is shorter. */
const SPARSE = 20;

/** Payouts of a range, newest first. */
type Find = (range: UuidRange, limit: number) => Promise<ReadonlyArray<Tuple>>;

/** One way of finding after another, until there are enough. */
const findIn = async (
  parts: ReadonlyArray<readonly [UuidRange, Find]>,
  limit: number,
): Promise<ReadonlyArray<Tuple>> => {
  const found: Tuple[] = [];
  for (const [range, find] of parts) {
    if (found.length === limit) break;
    if (!isEmpty(range)) found.push(...(await find(range, limit - found.length)));
  }
  return found;
};

/** Finds payouts that have their terms. */
const findIndexed =
  (
    stride: (range: UuidRange, rows: number) => Promise<Stride>,
    candidates: (range: UuidRange, size: number) => Promise<Candidates>,
    { walk, pick }: ReportReader,
  ): Find =>
  async (range, limit) => {
    const found: Tuple[] = [];
    let [rest, rows, size] = [range, STRIDE, limit];
    while (found.length < limit && !isEmpty(rest)) {
      const { walked, matches } = await stride(rest, rows);
      if (matches > 0) found.push(...(await walk(walked, limit - found.length)));
      rest = before(rest, walked);
      if (found.length === limit || isEmpty(rest)) break;
      if (matches * SPARSE > rows) {
        rows *= GROWTH;
      } else {
        const { ranges, known } = await candidates(rest, size);
        found.push(...(await pick(ranges, limit - found.length)));
        rest = before(rest, known);
        size = Math.min(size * GROWTH, CANDIDATES_MAX);
      }
    }
    return found;
  };

export const reportSearch = (
  dialect: Dialect,
): ((session: Session, tenant: Tenant, search: ReportSearch, reader: ReportReader) => Find) => {
  const candidatesOf = reportCandidates(dialect);
  const strideOf = reportStride(dialect);
  const pendingJob = `SELECT t.job_id FROM jobs t ${dialect.using('jobs_without_terms')}
    WHERE t.corporate_id = ? AND t.searchable = 0 AND t.job_id BETWEEN ? AND ?
    ORDER BY t.job_id LIMIT 1`;

  return (session, tenant, search, reader) => {
    const candidates = candidatesOf(session, tenant, search);
    const stride = strideOf(session, tenant, search);

    const indexed = findIndexed(stride, candidates, reader);

    /** Where the search is the beginning of job ids, every row of theirs is found: they are walked through. */
    const aroundJobs: Find = (range, limit) => {
      const ids = uuidsWith(search.prefix);
      const jobs = ids && within({ first: ids.first, last: idsOfJob(ids.last).last }, range);
      if (jobs === undefined || isEmpty(jobs)) return indexed(range, limit);
      return findIn(
        [
          [after(range, jobs), indexed],
          [jobs, reader.walk],
          [before(range, jobs), indexed],
        ],
        limit,
      );
    };

    return async (range, limit) => {
      const { first, last } = range;
      const [pending] = (await session.all(pendingJob, [
        tenant.corporateTenantId,
        jobIdOf(first),
        last,
      ])) as ReadonlyArray<{ readonly job_id: string }>;
      if (pending === undefined) return aroundJobs(range, limit);
      // From the oldest job without terms on, nobody knows what the terms leave out.
      const tail = within({ first: pending.job_id, last }, range);
      return findIn(
        [
          [tail, reader.walk],
          [before(range, tail), aroundJobs],
        ],
        limit,
      );
    };
  };
};
