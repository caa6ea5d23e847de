import type { EpochMs } from '@hundi/core';
import type { Claim } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { DUE, type DueRow } from './work-columns.js';
import type { WorkStatements } from './work-statements.js';

type Found = ReturnType<typeof DUE.rows>;

/** Finds due work and holds it. */
export type FindDue = (
  sql: WorkStatements,
  session: Session,
  claim: Claim,
  since: EpochMs,
) => Promise<Found>;

const findDue: FindDue = async (sql, session, { duty, now, limit }, since) =>
  // Writing, because it holds what it finds.
  DUE.rows(await sql.due.returning(session, { duty, since, now, limit }));

/** Corporate by corporate: only the machine that has the rows of one can hold them. */
const findDueByCorporate: FindDue = async (sql, session, { duty, now, limit }, since) => {
  const asked = { duty, since, now, limit };
  const corporates = (await sql.dueCorporates.all(session, asked)) as ReadonlyArray<
    Pick<DueRow, 'corporate_id'>
  >;
  const found: DueRow[] = [];
  for (const { corporate_id } of corporates) {
    const left = limit - found.length;
    if (left === 0) break;
    const rows = await sql.dueOf.returning(session, { ...asked, corporate_id, limit: left });
    found.push(...DUE.rows(rows));
  }
  return found.sort(
    (a, b) => Number(a.run_at) - Number(b.run_at) || (a.subject < b.subject ? -1 : 1),
  );
};

/** How a database finds due work. */
export const findDueOn = ({ isSpread }: Dialect): FindDue =>
  isSpread ? findDueByCorporate : findDue;
