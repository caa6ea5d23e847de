import type { JournalEntry, JournalStore, PlacedEntry } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { beside, int, json, rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { entryColumns, entryOf, placedOf, type EntryRow, type PlacedRow } from './entry-row.js';
import { incidentStore } from './incident-store.js';

const ENTRY = rowsOf<JournalEntry>()({
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  subject_kind: text(({ subjectKind }) => subjectKind),
  subject_id: text(({ subjectId }) => subjectId),
  sequence: int(({ sequence }) => sequence),
  from_state: text(({ from }) => from),
  to_state: text(({ to }) => to),
  at: int(({ at }) => at),
  actor: text(({ actor }) => actor),
  changes: json(({ changes }) => changes),
});

/** For what came by a key: the many entries of a job's payouts do without the column. */
const KEYED_ENTRY = beside<JournalEntry>(
  ENTRY,
  rowsOf<JournalEntry>()({ via_key: text(({ via }) => via?.keyId) }),
);

const bySequence = ({ entry: a }: PlacedEntry, { entry: b }: PlacedEntry): number =>
  a.subjectId === b.subjectId ? a.sequence - b.sequence : a.subjectId < b.subjectId ? -1 : 1;

/** What reads entries, each by an index of its own. */
const reading = (dialect: Dialect) => {
  const entry = entryColumns();
  const bySubject = `journal ${dialect.using('journal_of_subject')}
    WHERE corporate_id = ? AND subject_id = ? AND bank_id = ?`;
  const of = `SELECT ${entry} FROM ${bySubject} ORDER BY sequence`;
  const latestOf = `SELECT sequence AS place, ${entry} FROM ${bySubject} AND sequence < ?
    ORDER BY sequence DESC LIMIT ?`;
  const latest = `SELECT entry_no AS place, ${entry}
    FROM journal ${dialect.using('journal_of_corporate')}
    WHERE corporate_id = ? AND bank_id = ? AND entry_no < ? ORDER BY entry_no DESC LIMIT ?`;
  const ofMany = bulk(
    dialect,
    { corporate_id: 'text', bank_id: 'text', subject_id: 'text' },
    dialect.join({
      table: 'journal',
      index: 'journal_of_subject',
      select: `t.entry_no AS place, ${entryColumns('t.')}`,
      where: `t.corporate_id = s.corporate_id AND t.subject_id = s.subject_id
        AND t.bank_id = s.bank_id`,
      by: 'sequence',
    }),
  );
  return { of, latestOf, latest, ofMany };
};

/** The journal, and the incidents beside it. */
export const journalStore = (dialect: Dialect): ((session: Session) => JournalStore) => {
  const append = dialect.insert({ table: 'journal', columns: ENTRY.columns });
  const appendKeyed = dialect.insert({ table: 'journal', columns: KEYED_ENTRY.columns });
  const { of, latestOf, latest, ofMany } = reading(dialect);
  const incidents = incidentStore(dialect);

  return (session) => ({
    ...incidents(session),
    append: async (entries) => {
      if (entries.some(({ via }) => via !== undefined))
        await appendKeyed(session, entries, KEYED_ENTRY.cells);
      else await append(session, entries, ENTRY.cells);
    },
    of: async (tenant, subjectId) =>
      (
        (await session.all(of, [
          tenant.corporateTenantId,
          subjectId,
          tenant.bankTenantId,
        ])) as ReadonlyArray<EntryRow>
      ).map(entryOf(tenant)),
    last: async (tenant, subjectId) => {
      const { corporateTenantId, bankTenantId } = tenant;
      const [row] = await session.all(latestOf, [
        ...[corporateTenantId, subjectId, bankTenantId],
        ...[Number.MAX_SAFE_INTEGER, 1],
      ]);
      return row === undefined ? undefined : placedOf(tenant)(row as PlacedRow).entry;
    },
    ofMany: async (tenant, subjectIds) => {
      const { corporateTenantId, bankTenantId } = tenant;
      const rows = await ofMany.all(
        session,
        [...new Set(subjectIds)].map((id) => [corporateTenantId, bankTenantId, id]),
      );
      return (rows as ReadonlyArray<PlacedRow>).map(placedOf(tenant)).sort(bySequence);
    },
    latest: async ({ corporateTenantId, bankTenantId }, subjectId, before, limit) => {
      const place = before ?? Number.MAX_SAFE_INTEGER;
      const rows = await (subjectId === undefined
        ? session.all(latest, [corporateTenantId, bankTenantId, place, limit])
        : session.all(latestOf, [corporateTenantId, subjectId, bankTenantId, place, limit]));
      return (rows as ReadonlyArray<PlacedRow>).map(placedOf({ corporateTenantId, bankTenantId }));
    },
  });
};
