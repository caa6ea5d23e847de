import type { EpochMs, Tenant } from '@hundi/core';
import { NOTHING_SEALED } from '@hundi/core/wire';
import type { HeldJournal, SealStore } from '@hundi/core/storage';
import { bulk } from '../../../engine/bulk.js';
import { horizonOf, type KnownComplete } from '../../../engine/horizon.js';
import type { Dialect } from '../../../engine/dialect.js';
import { named, type Values } from '../../../engine/named.js';
import type { Session } from '../../../engine/session.js';
import { entryTuple, placedOf } from '../entry-row.js';
import { EVENT } from '../event-row.js';
import { requireServed, VERSIONS_BESIDE, type VersionsRow } from '../../../schema/served.js';
import { OWNED, OWNER } from '../../rows/owner.js';
import type { Int } from '../../rows/present.js';
import { CLAIMED, FOUND_HEAD, FOUND_SEAL, headOf, MOVED, SEAL_OF } from './seal-columns.js';
import { byCorporate, heldOf } from './held-journals.js';
import { sealedEntries } from './sealed-entries.js';
import { sealOrphans } from './seal-orphans.js';
import { spreadSeals } from './spread-seals.js';
import { sealWaits } from './seal-waits.js';

const statements = (dialect: Dialect) => ({
  claim: bulk(
    dialect,
    CLAIMED.columns,
    (s) => `INSERT INTO journal_heads (${FOUND_HEAD.list()}, up_to, leased_until)
      SELECT corporate_id, bank_id, 0, '${NOTHING_SEALED.hash}', 0, '${NOTHING_SEALED.eventHash}',
        1, 0, 0, leased_until FROM ${s} WHERE true
      ON CONFLICT (corporate_id) DO UPDATE
        SET leased_until = excluded.leased_until, token = journal_heads.token + 1
        WHERE journal_heads.leased_until <= ? AND journal_heads.bank_id = excluded.bank_id
      RETURNING ${FOUND_HEAD.list()}, ${VERSIONS_BESIDE}`,
  ),
  unsealed: named(`SELECT ${entryTuple(dialect)}
    FROM journal t ${dialect.using('journal_of_corporate')}
    WHERE t.corporate_id = :corporate_id AND t.bank_id = :bank_id AND t.entry_no > :from
      AND (SELECT 1 FROM journal_seals s WHERE s.corporate_id = t.corporate_id
        AND s.entry_no = t.entry_no) IS NULL
    ORDER BY t.entry_no LIMIT :limit`),
  upTo: named(`SELECT up_to FROM journal_heads WHERE ${OWNED}`),
  move: named(`UPDATE journal_heads SET ordinal = :ordinal, hash = :hash, position = :position,
      event_hash = :event_hash, leased_until = :leased_until, failures = 0,
      up_to = CASE WHEN ${dialect.life('journal', 'entry_no')} = :life
        THEN ${dialect.greatest('up_to', ':up_to')} ELSE up_to END
    WHERE ${OWNED} AND token = :token AND ordinal = :before`),
  putOff: named(`UPDATE journal_heads SET leased_until = :leased_until, failures = failures + 1
    WHERE ${OWNED} AND token = :token`),
  addSeals: dialect.insert({ table: 'journal_seals', columns: SEAL_OF.columns }),
  addEvents: dialect.insert({ table: 'events', columns: EVENT.columns }),
  chain: named(`SELECT ${FOUND_SEAL.list()} FROM journal_seals
    WHERE corporate_id = :corporate_id AND ordinal > :after ORDER BY ordinal LIMIT :limit`),
  head: named(`SELECT ${FOUND_HEAD.list()} FROM journal_heads WHERE ${OWNED}`),
});

type Statements = ReturnType<typeof statements>;

const claim = async (
  sql: Statements,
  session: Session,
  tenants: ReadonlyArray<Tenant>,
  { now, leaseMs }: { readonly now: EpochMs; readonly leaseMs: number },
): Promise<ReadonlyArray<HeldJournal>> => {
  if (tenants.length === 0) return [];
  const rows = [...tenants]
    .sort(byCorporate)
    .map((tenant) => CLAIMED.cells({ tenant, until: now + leaseMs }));
  const bound = sql.claim.bind(rows);
  const held = await session.returning(bound.sql, [...bound.bindings, now]);
  if (held.length > 0) requireServed(held[0] as VersionsRow);
  return heldOf(held);
};

const write = async (
  { sql, session }: { readonly sql: Statements; readonly session: Session },
  { tenant, token, head: before }: HeldJournal,
  sealing: Parameters<SealStore['write']>[1],
  // Since the entries were read another life of the database may have begun, whether or not this process knows.
  { life, complete }: KnownComplete,
): Promise<'written' | 'lost'> => {
  const moved = await sql.move.run(session, {
    ...OWNER.values(tenant),
    ...MOVED.values({ ...sealing, upTo: Math.min(sealing.upTo, complete) }),
    life,
    token,
    before: before.ordinal,
  });
  if (moved !== 1) return 'lost';
  await sql.addSeals(session, sealing.seals, SEAL_OF.cells(tenant));
  await sql.addEvents(session, sealing.events, EVENT.cells);
  return 'written';
};

/** All entries up to this place are sealed, or never came to be. */
const upToOf = async (sql: Statements, session: Session, owner: Values): Promise<number> => {
  const [head] = await sql.upTo.all(session, owner);
  return Number((head as { readonly up_to: Int } | undefined)?.up_to ?? 0);
};

/** The seals on the journals. */
export const sealStore = (dialect: Dialect): ((session: Session) => SealStore) => {
  const sql = statements(dialect);
  const horizon = horizonOf(dialect, 'journal', 'entry_no');
  const waits = sealWaits(dialect, horizon);
  const orphans = sealOrphans(dialect);
  const withEntries = sealedEntries(dialect);

  const spread = dialect.isSpread ? spreadSeals(dialect) : undefined;

  const storeOf = (session: Session): SealStore => ({
    ...waits(session),
    ...orphans(session),
    claim: (tenants, now, leaseMs) => claim(sql, session, tenants, { now, leaseMs }),
    unsealed: async (tenant, limit, after) => {
      // This comes first: the next look then finds rows that are committed while the entries are read.
      const { complete } = await horizon.look(session);
      const owner = OWNER.values(tenant);
      const from = after ?? (await upToOf(sql, session, owner));
      const rows = await sql.unsealed.tuples(session, { ...owner, from, limit });
      const entries = rows.map(placedOf(tenant));
      const isAll = entries.length < limit;
      const last = isAll ? complete : Math.min(complete, entries.at(-1)?.place ?? complete);
      return { entries, isAll, completeUpTo: Math.max(from, last) };
    },
    write: (held, sealing) => write({ sql, session }, held, sealing, horizon.known()),
    putOff: async ({ tenant, token }, until) => {
      await sql.putOff.run(session, { ...OWNER.values(tenant), leased_until: until, token });
    },
    chain: async (tenant, after, limit) => {
      // Seals name no bank; another bank's seals do not exist here.
      const owner = OWNER.values(tenant);
      if ((await sql.head.all(session, owner)).length === 0) return [];
      const seals = await sql.chain.all(session, { ...owner, after, limit });
      return withEntries(session, tenant, FOUND_SEAL.rows(seals));
    },
    head: async (tenant) => {
      const [row] = FOUND_HEAD.rows(await sql.head.all(session, OWNER.values(tenant)));
      return row === undefined ? NOTHING_SEALED : headOf(row);
    },
  });
  return (session) => spread?.(session, storeOf(session)) ?? storeOf(session);
};
