import type { Tenant } from '@hundi/core';
import type { JournalEntry, PlacedEntry } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import { int, json, rowsOf, text } from '../../engine/described.js';
import type { Tuple } from '../../engine/session.js';
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
const FOUND = [
  'subject_kind',
  'subject_id',
  'sequence',
  'from_state',
  'to_state',
  'at',
  'actor',
  'changes',
  'via_key',
] as const satisfies ReadonlyArray<(typeof KEYED_ENTRY.names)[number]>;

/** The place of an entry, and the columns above in their order. */
type FoundEntry = readonly [
  place: Int,
  subjectKind: JournalEntry['subjectKind'],
  subjectId: string,
  sequence: Int,
  from: string | null,
  to: string,
  at: Int,
  actor: string,
  changes: string,
  viaKey: NonNullable<JournalEntry['via']>['keyId'] | null,
];

/** Selects the entries `t`, each with its place, for {@link placedOf}. */
export const entryTuple = (dialect: Dialect, place: 'entry_no' | 'sequence' = 'entry_no'): string =>
  dialect.tuple([place, ...FOUND].map((name) => `t.${name}`));

/** An entry of a tenant, from its tuple. */
export const placedOf =
  (tenant: Tenant) =>
  (tuple: Tuple): PlacedEntry => {
    const row = tuple as FoundEntry;
    return {
      place: Number(row[0]),
      // In the order of canonical JSON, which is then written at once where a seal hashes the entry.
      entry: present<JournalEntry>({
        actor: row[7],
        at: Number(row[6]),
        changes: JSON.parse(row[8]) as JournalEntry['changes'],
        from: row[4],
        sequence: Number(row[3]),
        subjectId: row[2],
        subjectKind: row[1],
        tenant,
        to: row[5],
        via: row[9] === null ? null : { keyId: row[9] },
      }),
    };
  };
