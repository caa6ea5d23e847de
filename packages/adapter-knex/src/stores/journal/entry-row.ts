import type { Tenant } from '@hundi/core';
import type { JournalEntry, PlacedEntry, SubjectKind } from '@hundi/core/storage';
import { present, type Int } from '../rows/present.js';

/** An entry of the journal as its table has it. */
export interface EntryRow {
  readonly subject_kind: SubjectKind;
  readonly subject_id: string;
  readonly sequence: Int;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly at: Int;
  readonly actor: string;
  readonly changes: string;
  readonly via_key: string | null;
}

export interface PlacedRow extends EntryRow {
  readonly place: Int;
}

/** The columns of {@link EntryRow}, each with what stands before its name. */
export const entryColumns = (prefix = ''): string =>
  [
    ...['subject_kind', 'subject_id', 'sequence', 'from_state', 'to_state'],
    ...['at', 'actor', 'changes', 'via_key'],
  ]
    .map((name) => `${prefix}${name}`)
    .join(', ');

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
