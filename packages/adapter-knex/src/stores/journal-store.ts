import type { JournalEntry, JournalStore, PlacedEntry, SubjectKind } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { incidentStore } from './incident-store.js';
import { present, type Int } from './present.js';

const ENTRY_COLUMNS = {
  bank_id: 'text',
  corporate_id: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  sequence: 'int',
  from_state: 'text',
  to_state: 'text',
  at: 'int',
  actor: 'text',
  changes: 'text',
} as const;

interface EntryRow {
  readonly subject_kind: SubjectKind;
  readonly subject_id: string;
  readonly sequence: Int;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly at: Int;
  readonly actor: string;
  readonly changes: string;
}

interface PlacedRow extends EntryRow {
  readonly place: Int;
}

const entryCells = (entry: JournalEntry) => [
  entry.tenant.bankTenantId,
  entry.tenant.corporateTenantId,
  entry.subjectKind,
  entry.subjectId,
  entry.sequence,
  entry.from,
  entry.to,
  entry.at,
  entry.actor,
  JSON.stringify(entry.changes),
];

const placedOf =
  (tenant: JournalEntry['tenant']) =>
  (row: PlacedRow): PlacedEntry => ({ place: Number(row.place), entry: entryOf(tenant)(row) });

const entryOf =
  (tenant: JournalEntry['tenant']) =>
  (row: EntryRow): JournalEntry =>
    present<JournalEntry>({
      tenant,
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      sequence: Number(row.sequence),
      from: row.from_state,
      to: row.to_state,
      at: Number(row.at),
      actor: row.actor,
      changes: JSON.parse(row.changes) as JournalEntry['changes'],
    });

/** The journal, and the incidents beside it. */
export const journalStore = (dialect: Dialect): ((session: Session) => JournalStore) => {
  const append = dialect.insert({ table: 'journal', columns: ENTRY_COLUMNS });
  const entry = 'subject_kind, subject_id, sequence, from_state, to_state, at, actor, changes';
  const bySubject = `journal ${dialect.using('journal_of_subject')}
    WHERE corporate_id = ? AND subject_id = ? AND bank_id = ?`;
  const of = `SELECT ${entry} FROM ${bySubject} ORDER BY sequence`;
  const latestOf = `SELECT sequence AS place, ${entry} FROM ${bySubject} AND sequence < ?
    ORDER BY sequence DESC LIMIT ?`;
  const latest = `SELECT entry_no AS place, ${entry}
    FROM journal ${dialect.using('journal_of_corporate')}
    WHERE corporate_id = ? AND bank_id = ? AND entry_no < ? ORDER BY entry_no DESC LIMIT ?`;
  const incidents = incidentStore(dialect);

  return (session) => ({
    ...incidents(session),
    append: async (entries) => {
      await append(session, entries, entryCells);
    },
    of: async (tenant, subjectId) =>
      (
        (await session.all(of, [
          tenant.corporateTenantId,
          subjectId,
          tenant.bankTenantId,
        ])) as ReadonlyArray<EntryRow>
      ).map(entryOf(tenant)),
    latest: async ({ corporateTenantId, bankTenantId }, subjectId, before, limit) => {
      const place = before ?? Number.MAX_SAFE_INTEGER;
      const rows = await (subjectId === undefined
        ? session.all(latest, [corporateTenantId, bankTenantId, place, limit])
        : session.all(latestOf, [corporateTenantId, subjectId, bankTenantId, place, limit]));
      return (rows as ReadonlyArray<PlacedRow>).map(placedOf({ corporateTenantId, bankTenantId }));
    },
  });
};
