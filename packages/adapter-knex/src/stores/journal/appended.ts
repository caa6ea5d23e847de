import type { Tenant } from '@hundi/core';
import type { JournalEntry } from '@hundi/core/storage';
import { int, rowsOf, sharing } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNER } from '../rows/owner.js';
import type { Int } from '../rows/present.js';

/** The places between which a unit appended entries to the journal of a corporate. */
interface Appended {
  readonly first: number;
  readonly last: number;
}

const APPENDED = sharing(
  OWNER,
  rowsOf<Appended>()({ first: int(({ first }) => first), last: int(({ last }) => last) }),
);

const tenantsIn = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<Tenant> => [
  ...new Map(entries.map(({ tenant }) => [tenant.corporateTenantId, tenant])).values(),
];

/**
 * Notes, beside what a unit appends, between which places that is. Where the rows of corporates stand on several
 * machines, no place is known up to which all entries are committed: so sealing goes by these notes, which are
 * committed with their entries, and takes each away once all that it covers is sealed.
 */
export const notingAppended = (dialect: Dialect) => {
  const draw = `SELECT nextval('journal_entry_no_seq') AS place`;
  const note = dialect.insert({ table: 'journal_appended', columns: APPENDED.columns });
  const drawn = async (session: Session): Promise<number> => {
    const [row] = (await session.returning(draw)) as ReadonlyArray<{ readonly place: Int }>;
    return Number(row?.place);
  };
  return async (
    session: Session,
    entries: ReadonlyArray<JournalEntry>,
    append: () => Promise<unknown>,
  ): Promise<void> => {
    if (entries.length === 0) return;
    const first = await drawn(session);
    await append();
    const last = await drawn(session);
    await note(session, tenantsIn(entries), (tenant) => APPENDED.cells(tenant)({ first, last }));
  };
};

/** Takes away the notes about entries of which all are sealed, of those between two places. */
export const FORGET_SEALED = named(`DELETE FROM journal_appended a
  WHERE a.corporate_id = :corporate_id AND a.first <= :last AND a.last >= :first
    AND NOT EXISTS (SELECT 1 FROM journal j
      WHERE j.corporate_id = :corporate_id AND j.entry_no BETWEEN a.first AND a.last
        AND NOT EXISTS (SELECT 1 FROM journal_seals s
          WHERE s.corporate_id = :corporate_id AND s.entry_no = j.entry_no))`);
