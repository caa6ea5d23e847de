import type { Tenant } from '@hundi/core';
import type { JournalEntry, PlacedEntry } from '@hundi/core/storage';
import { int, json, rowsOf, text } from '../../engine/described.js';
import { present, type Int } from '../rows/present.js';

/** An entry of the journal as its table has it. */
export const ENTRY = rowsOf<JournalEntry>()({
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
export const KEYED_ENTRY = rowsOf<JournalEntry>()({
  ...ENTRY.described,
  via_key: text(({ via }) => via?.keyId),
});

/** The columns that are read of an entry whose owner is known. */
const FOUND = KEYED_ENTRY.select([
  ...(['subject_kind', 'subject_id', 'sequence', 'from_state', 'to_state'] as const),
  ...(['at', 'actor', 'changes', 'via_key'] as const),
]);
export type EntryRow = ReturnType<typeof FOUND.rows>[number];

export interface PlacedRow extends EntryRow {
  readonly place: Int;
}

/** The columns of {@link EntryRow}, each with what stands before its name. */
export const entryColumns = FOUND.list;

export const entryOf =
  (tenant: Tenant) =>
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
      via: row.via_key === null ? null : { keyId: row.via_key },
    });

export const placedOf =
  (tenant: Tenant) =>
  (row: PlacedRow): PlacedEntry => ({ place: Number(row.place), entry: entryOf(tenant)(row) });
