import type { Dialect } from '../../../engine/dialect.js';
import type { Session, Tuple } from '../../../engine/session.js';
import type { Budget } from './report-budget.js';
import type { ReportReader } from './report-reader.js';
import { before, isEmpty, type UuidRange } from '../../rows/uuid-range.js';

/** Payouts of a range, newest first. */
export interface Found {
  readonly tuples: ReadonlyArray<Tuple>;
  /** The older part of the range that was not looked at: empty, unless there are enough, or the budget is spent. */
  readonly rest: UuidRange;
}

export type Find = (range: UuidRange, limit: number) => Promise<Found>;

/** How many payouts are looked at in any case: a filter that many meet is answered by them. */
const STRIDE = 500;

/** How many times more are looked at than before, when those did not do. */
export const GROWTH = 4;

/** Looks at one payout after the other, as far as the budget goes. */
export const reportWalk =
  (dialect: Dialect) =>
  (session: Session, corporateId: string, { walk }: ReportReader, budget: Budget): Find => {
    const sql = `SELECT t.payout_id FROM payouts t ${dialect.using('payouts_by_id')}
      WHERE t.corporate_id = ? AND t.payout_id BETWEEN ? AND ?
      ORDER BY t.payout_id DESC LIMIT 1 OFFSET ?`;

    /** The part of a range that its newest payouts take up: all of it, when there are not so many. */
    const newest = async ({ first, last }: UuidRange, rows: number): Promise<UuidRange> => {
      const [row] = (await session.all(sql, [
        corporateId,
        first,
        last,
        rows - 1,
      ])) as ReadonlyArray<{ readonly payout_id: string }>;
      return { first: row?.payout_id ?? first, last };
    };

    return async (range, limit) => {
      const tuples: Tuple[] = [];
      let [rest, rows] = [range, STRIDE];
      while (tuples.length < limit && !isEmpty(rest) && !budget.isSpent()) {
        rows = Math.min(rows, budget.left());
        const part = rest.first === rest.last ? rest : await newest(rest, rows);
        tuples.push(...(await walk(part, limit - tuples.length)));
        budget.spend(rows);
        rest = before(rest, part);
        rows *= GROWTH;
      }
      return { tuples, rest };
    };
  };
