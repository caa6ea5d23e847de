import type { Tenant, TransactionId } from '@hundi/core';
import type { ReportFilter } from '@hundi/core/storage';
import { PAYOUT_CHECKOUT_LIFE } from '@hundi/core/wire';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session, Tuple } from '../../../engine/session.js';
import { budgetOf } from './report-budget.js';
import { reportReader } from './report-reader.js';
import { reportSearch } from './report-search.js';
import { reportWalk } from './report-walk.js';
import {
  before,
  EVERY_UUID,
  idAfter,
  isEmpty,
  uuidAt,
  within,
  type UuidRange,
} from '../../rows/uuid-range.js';

/**
 * The ids that payouts which meet the filter can have: an id begins with the moment of acceptance, or with that of the
 * session that became the payout within its life.
 */
export const idsOf = (
  { transactionId, createdFrom, createdBefore }: ReportFilter,
  cursor: TransactionId | undefined,
): UuidRange =>
  [
    transactionId === undefined ? EVERY_UUID : { first: transactionId, last: transactionId },
    createdFrom === undefined
      ? EVERY_UUID
      : { ...EVERY_UUID, first: uuidAt(createdFrom - PAYOUT_CHECKOUT_LIFE) },
    createdBefore === undefined ? EVERY_UUID : idsBefore(uuidAt(createdBefore)),
    cursor === undefined ? EVERY_UUID : idsBefore(cursor),
  ].reduce(within);

const idsBefore = (id: string): UuidRange => before(EVERY_UUID, { first: id, last: id });

/** Payouts, and where it goes on if it stopped before the end with fewer than asked for. */
interface Part {
  readonly tuples: ReadonlyArray<Tuple>;
  readonly stoppedAt?: string;
}

/** Payouts newest first: by id, or, where the report searches, by the terms that are kept of them. */
export const payoutReports = (
  dialect: Dialect,
): ((
  session: Session,
  tenant: Tenant,
  filter: ReportFilter,
  cursor: TransactionId | undefined,
  limit: number,
  rowsMax: number,
) => Promise<Part>) => {
  const readerOf = reportReader(dialect);
  const searchBy = reportSearch(dialect);
  const walkBy = reportWalk(dialect);
  return async (session, tenant, filter, cursor, limit, rowsMax) => {
    const range = idsOf(filter, cursor);
    if (isEmpty(range) || limit < 1) return { tuples: [] };
    const reader = readerOf(session, tenant, filter);
    const budget = budgetOf(rowsMax);
    const walk = walkBy(session, tenant.corporateTenantId, reader, budget);
    const { search } = filter;
    const find =
      search === undefined || search.prefix === '' || range.first === range.last
        ? walk
        : searchBy(session, tenant, search, reader, walk, budget);
    const { tuples, rest } = await find(range, limit);
    return {
      tuples,
      ...(tuples.length < limit && !isEmpty(rest) && { stoppedAt: idAfter(rest) }),
    };
  };
};
