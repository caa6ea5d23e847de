import type { JournalEntry, JournalStore, PlacedEntry } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { notingAppended } from './appended.js';
import { ENTRY, entryTuple, KEYED_ENTRY, placedOf } from './entry-row.js';
import { incidentStore } from './incident-store.js';

/** The subject of entries. */
const SUBJECT = sharing(
  OWNER,
  rowsOf<JournalEntry['subjectId']>()({ subject_id: text((subjectId) => subjectId) }),
);

const bySequence = ({ entry: a }: PlacedEntry, { entry: b }: PlacedEntry): number =>
  a.subjectId === b.subjectId ? a.sequence - b.sequence : a.subjectId < b.subjectId ? -1 : 1;

/** Reads of entries, each by an index of its own. */
const reading = (dialect: Dialect) => {
  const entry = entryTuple(dialect);
  const bySubject = `journal t ${dialect.using('journal_of_subject')}
    WHERE corporate_id = :corporate_id AND subject_id = :subject_id AND bank_id = :bank_id`;
  const of = named(`SELECT ${entry} FROM ${bySubject} ORDER BY sequence`);
  const latestOf = named(`SELECT ${entryTuple(dialect, 'sequence')} FROM ${bySubject}
    AND sequence < :before ORDER BY sequence DESC LIMIT :limit`);
  const latest = named(`SELECT ${entry} FROM journal t ${dialect.using('journal_of_corporate')}
    WHERE ${OWNED} AND entry_no < :before ORDER BY entry_no DESC LIMIT :limit`);
  const ofMany = bulk(
    dialect,
    SUBJECT.columns,
    dialect.join({
      table: 'journal',
      index: 'journal_of_subject',
      select: entry,
      where: `t.corporate_id = s.corporate_id AND t.subject_id = s.subject_id
        AND t.bank_id = s.bank_id`,
      by: 'sequence',
    }),
  );
  return { of, latestOf, latest, ofMany };
};

const notNoting: ReturnType<typeof notingAppended> = async (_session, _entries, append) => {
  await append();
};

/** The journal, and the incidents beside it. */
export const journalStore = (dialect: Dialect): ((session: Session) => JournalStore) => {
  const append = dialect.insert({ table: 'journal', columns: ENTRY.columns });
  const appendKeyed = dialect.insert({ table: 'journal', columns: KEYED_ENTRY.columns });
  const { of, latestOf, latest, ofMany } = reading(dialect);
  const incidents = incidentStore(dialect);
  const noting = dialect.isSpread ? notingAppended(dialect) : notNoting;

  return (session) => ({
    ...incidents(session),
    append: (entries) =>
      noting(session, entries, () =>
        entries.some(({ via }) => via !== undefined)
          ? appendKeyed(session, entries, KEYED_ENTRY.cells)
          : append(session, entries, ENTRY.cells),
      ),
    of: async (tenant, subjectId) => {
      const values = { ...OWNER.values(tenant), subject_id: subjectId };
      return (await of.tuples(session, values)).map(placedOf(tenant)).map(({ entry }) => entry);
    },
    last: async (tenant, subjectId) => {
      const [row] = await latestOf.tuples(session, {
        ...OWNER.values(tenant),
        subject_id: subjectId,
        before: Number.MAX_SAFE_INTEGER,
        limit: 1,
      });
      return row === undefined ? undefined : placedOf(tenant)(row).entry;
    },
    ofMany: async (tenant, subjectIds) => {
      const keys = [...new Set(subjectIds)].map(SUBJECT.cells(tenant));
      const rows = await ofMany.tuples(session, keys);
      return rows.map(placedOf(tenant)).sort(bySequence);
    },
    latest: async ({ corporateTenantId, bankTenantId }, subjectId, place, limit) => {
      const tenant = { corporateTenantId, bankTenantId };
      const page = { ...OWNER.values(tenant), before: place ?? Number.MAX_SAFE_INTEGER, limit };
      const rows = await (subjectId === undefined
        ? latest.tuples(session, page)
        : latestOf.tuples(session, { ...page, subject_id: subjectId }));
      return rows.map(placedOf(tenant));
    },
  });
};
