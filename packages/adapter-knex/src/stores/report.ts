import type { ReportFilter, Tenant, TransactionId } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Session, Tuple } from '../engine/session.js';
import { reportReader } from './report-reader.js';
import { reportSearch } from './report-search.js';
import { before, EVERY_UUID, isEmpty, uuidAt, within, type UuidRange } from './uuid-range.js';

/** The ids that payouts which meet the filter can have: an id begins with the moment of acceptance. */
const idsOf = (
  { transactionId, createdFrom, createdBefore }: ReportFilter,
  cursor: TransactionId | undefined,
): UuidRange =>
  [
    transactionId === undefined ? EVERY_UUID : { first: transactionId, last: transactionId },
    createdFrom === undefined ? EVERY_UUID : { ...EVERY_UUID, first: uuidAt(createdFrom) },
    createdBefore === undefined ? EVERY_UUID : idsBefore(uuidAt(createdBefore)),
    cursor === undefined ? EVERY_UUID : idsBefore(cursor),
  ].reduce(within);

const idsBefore = (id: string): UuidRange => before(EVERY_UUID, { first: id, last: id });

/** Payouts newest first: by id, or, where the report searches, by the terms that are kept of them. */
export const payoutReports = (
  dialect: Dialect,
): ((
  session: Session,
  tenant: Tenant,
  filter: ReportFilter,
  cursor: TransactionId | undefined,
  limit: number,
) => Promise<ReadonlyArray<Tuple>>) => {
  const readerOf = reportReader(dialect);
  const searchBy = reportSearch(dialect);
  return async (session, tenant, filter, cursor, limit) => {
    const range = idsOf(filter, cursor);
    if (isEmpty(range) || limit < 1) return [];
    const reader = readerOf(session, tenant, filter);
    const { search } = filter;
    return search === undefined || search.prefix === '' || range.first === range.last
      ? reader.walk(range, limit)
      : searchBy(session, tenant, search, reader)(range, limit);
  };
};
