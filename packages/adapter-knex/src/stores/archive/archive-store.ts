import type { Tenant } from '@hundi/core';
import type { ArchiveFile, ArchiveStore, SealWitness } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Rows, Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { headOf, type SealRow } from '../journal/seal/seal-columns.js';
import { sealedEntries } from '../journal/seal/sealed-entries.js';
import type { Int } from '../rows/present.js';
import { archiveDrop } from './archive-drop.js';
import { FOUND_FILE, PLACE, SUBJECT, subjectsFor } from './archive-columns.js';

// A subquery in brackets cannot become a join over all files.
const placeIn = (corporate: string): string =>
  `t.last_id, t.corporate_id, t.bank_id, (SELECT f.name FROM archive_files f
    WHERE f.corporate_id = ${corporate} AND f.number = t.file_number) AS name`;

const statements = (dialect: Dialect) => ({
  id: named(`SELECT archive_id FROM archive_claim WHERE one = 1`),
  keepId: named(`INSERT INTO archive_claim (one, archive_id, token, leased_until)
    VALUES (1, :candidate, 0, 0) ON CONFLICT (one) DO UPDATE
      SET archive_id = coalesce(archive_claim.archive_id, excluded.archive_id)
    RETURNING archive_id`),
  claim: named(`INSERT INTO archive_claim (one, token, leased_until) VALUES (1, 1, :until)
    ON CONFLICT (one) DO UPDATE
      SET token = archive_claim.token + 1, leased_until = excluded.leased_until
      WHERE archive_claim.leased_until <= :now
    RETURNING token`),
  extend: named(`UPDATE archive_claim SET leased_until = :until WHERE one = 1 AND token = :token`),
  last: named(`SELECT ${FOUND_FILE.list()} FROM archive_files WHERE ${OWNED}
      AND number < :before ORDER BY number DESC LIMIT 1`),
  files: named(`SELECT ${FOUND_FILE.list()} FROM archive_files
    WHERE ${OWNED} AND number > :after ORDER BY number LIMIT :limit`),
  find: bulk(
    dialect,
    SUBJECT.columns,
    dialect.lookup({
      table: 'archived',
      index: dialect.primaryOf('archived'),
      select: placeIn('s.corporate_id'),
      where: `t.corporate_id = s.corporate_id AND t.subject_id = s.subject_id
        AND t.bank_id = s.bank_id`,
    }),
  ),
  findAnywhere: named(`SELECT ${placeIn('t.corporate_id')}
    FROM archived t ${dialect.using('archived_anywhere')} WHERE t.subject_id IN (:own, :job)`),
  sealed: bulk(
    dialect,
    PLACE.columns,
    dialect.lookup({
      table: 'journal_seals',
      index: 'journal_seals_of',
      select: 't.entry_no, t.ordinal',
      where: 't.corporate_id = s.corporate_id AND t.entry_no = s.entry_no',
    }),
  ),
  kept: named(`SELECT ordinal, entry_no, position, hash, previous_hash, event_hash
    FROM journal_seals WHERE corporate_id = :corporate_id AND ordinal > :after
      AND ordinal <= :up_to ORDER BY ordinal LIMIT :limit`),
});

const filesOf = (tenant: Tenant, rows: Rows): ReadonlyArray<ArchiveFile> =>
  FOUND_FILE.rows(rows).map((row) => ({
    tenant,
    number: Number(row.number),
    name: row.name,
    digest: row.digest,
    head: headOf(row),
    at: Number(row.at),
  }));

interface FoundPlace {
  readonly last_id: string;
  readonly name: string;
  readonly corporate_id: Tenant['corporateTenantId'];
  readonly bank_id: Tenant['bankTenantId'];
}

interface KeptSeal extends SealRow {
  readonly previous_hash: string | null;
  readonly event_hash: string | null;
}

const witnessOf = ({ previous_hash, event_hash }: KeptSeal): Partial<SealWitness> => ({
  ...(previous_hash !== null && { previousHash: previous_hash }),
  ...(event_hash !== null && { eventHash: event_hash }),
});

/** The row of a job stands for its payouts, up to the last. */
const placeOf = (rows: Rows, id: string): FoundPlace | undefined =>
  (rows as ReadonlyArray<FoundPlace>).find(({ last_id }) => last_id >= id);

/** What went to the archive. */
export const archiveStore = (dialect: Dialect): ((session: Session) => ArchiveStore) => {
  const sql = statements(dialect);
  const drop = archiveDrop(dialect);
  const withEntries = sealedEntries(dialect);

  return (session) => {
    return {
      id: async () => {
        const [row] = (await sql.id.all(session, {})) as ReadonlyArray<{
          readonly archive_id: string | null;
        }>;
        return row?.archive_id ?? undefined;
      },
      keepId: async (candidate) => {
        const [row] = await sql.keepId.returning(session, { candidate });
        return (row as { readonly archive_id: string }).archive_id;
      },
      claim: async (now, leaseMs) => {
        const [row] = await sql.claim.returning(session, { now, until: now + leaseMs });
        return row === undefined ? undefined : Number((row as { readonly token: Int }).token);
      },
      extend: async (token, until) => (await sql.extend.run(session, { token, until })) === 1,
      last: async (tenant) => {
        const values = { ...OWNER.values(tenant), before: Number.MAX_SAFE_INTEGER };
        return filesOf(tenant, await sql.last.all(session, values))[0];
      },
      files: async (tenant, after, limit) =>
        filesOf(tenant, await sql.files.all(session, { ...OWNER.values(tenant), after, limit })),
      find: async (tenant, id) => {
        const subjects = new Set(Object.values(subjectsFor(id)));
        const rows = await sql.find.all(session, [...subjects].map(SUBJECT.cells(tenant)));
        return placeOf(rows, id)?.name;
      },
      findAnywhere: async (id) => {
        const one = placeOf(await sql.findAnywhere.all(session, subjectsFor(id)), id);
        return (
          one && {
            tenant: { bankTenantId: one.bank_id, corporateTenantId: one.corporate_id },
            file: one.name,
          }
        );
      },
      sealed: async (tenant, places, upTo) => {
        const rows = await sql.sealed.all(session, places.map(PLACE.cells(tenant)));
        const seals = rows as ReadonlyArray<Pick<SealRow, 'ordinal' | 'entry_no'>>;
        return new Set(
          seals.flatMap(({ ordinal, entry_no }) =>
            Number(ordinal) <= upTo ? Number(entry_no) : [],
          ),
        );
      },
      kept: async (tenant, after, upTo, limit) => {
        const values = { ...OWNER.values(tenant), after, up_to: upTo, limit };
        const seals = (await sql.kept.all(session, values)) as ReadonlyArray<KeptSeal>;
        const entries = await withEntries(session, tenant, seals);
        return entries.map((entry, i) => ({ ...entry, ...witnessOf(seals[i] as KeptSeal) }));
      },
      drop: drop(session),
    };
  };
};
