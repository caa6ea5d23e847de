import { NOTHING_SEALED, type EpochMs, type Tenant } from '@hundi/core';
import type { HeldJournal, SealedEvent, SealHead, SealStore } from '@hundi/core/storage';
import { bulk } from '../../../engine/bulk.js';
import { horizonOf } from '../../../engine/horizon.js';
import { int, rowsOf, text } from '../../../engine/described.js';
import type { Dialect } from '../../../engine/dialect.js';
import type { Rows, Session } from '../../../engine/session.js';
import { entryColumns, entryOf, placedOf, type EntryRow, type PlacedRow } from '../entry-row.js';
import type { Int } from '../../rows/present.js';
import { sealStrays } from './seal-strays.js';
import { sealWaits } from './seal-waits.js';

interface HeadRow {
  readonly corporate_id: Tenant['corporateTenantId'];
  readonly bank_id: Tenant['bankTenantId'];
  readonly ordinal: Int;
  readonly hash: string;
  readonly position: Int;
  readonly event_hash: string;
  readonly token: Int;
  readonly failures: Int;
}

interface SealRow {
  readonly ordinal: Int;
  readonly place: Int;
  readonly position: Int;
  readonly hash: string;
}

const HEAD = 'corporate_id, bank_id, ordinal, hash, position, event_hash, token, failures';

const headOf = (row: HeadRow): SealHead => ({
  ordinal: Number(row.ordinal),
  hash: row.hash,
  position: Number(row.position),
  eventHash: row.event_hash,
});

const heldOf = (rows: Rows): ReadonlyArray<HeldJournal> =>
  (rows as ReadonlyArray<HeadRow>).map((row) => ({
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    token: Number(row.token),
    failures: Number(row.failures),
    head: headOf(row),
  }));

const CLAIMED = { corporate_id: 'text', bank_id: 'text', leased_until: 'int' } as const;

const SEALS = {
  corporate_id: 'text',
  ordinal: 'int',
  entry_no: 'int',
  position: 'int',
  hash: 'text',
} as const;

const EVENT = rowsOf<SealedEvent>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  position: int(({ position }) => position),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  event_id: text(({ eventId }) => eventId),
  type: text(({ type }) => type),
  at: int(({ at }) => at),
  previous_hash: text(({ previousHash }) => previousHash),
  hash: text(({ hash }) => hash),
  body_hash: text(({ bodyHash }) => bodyHash),
  body: text(({ body }) => body),
});

const statements = (dialect: Dialect) => ({
  claim: bulk(
    dialect,
    CLAIMED,
    (s) => `INSERT INTO journal_heads (${HEAD}, up_to, leased_until)
      SELECT corporate_id, bank_id, 0, '${NOTHING_SEALED.hash}', 0, '${NOTHING_SEALED.eventHash}',
        1, 0, 0, leased_until FROM ${s} WHERE true
      ON CONFLICT (corporate_id) DO UPDATE
        SET leased_until = excluded.leased_until, token = journal_heads.token + 1
        WHERE journal_heads.leased_until <= ? AND journal_heads.bank_id = excluded.bank_id
      RETURNING ${HEAD}`,
  ),
  unsealed: `SELECT j.entry_no AS place, ${entryColumns('j.')}
    FROM journal j ${dialect.using('journal_of_corporate')}
    WHERE j.corporate_id = ? AND j.bank_id = ? AND j.entry_no > ?
      AND (SELECT 1 FROM journal_seals s WHERE s.corporate_id = j.corporate_id
        AND s.entry_no = j.entry_no) IS NULL
    ORDER BY j.entry_no LIMIT ?`,
  upTo: 'SELECT up_to FROM journal_heads WHERE corporate_id = ? AND bank_id = ?',
  move: `UPDATE journal_heads SET ordinal = ?, hash = ?, position = ?, event_hash = ?, up_to = ?,
      leased_until = ?, failures = 0
    WHERE corporate_id = ? AND bank_id = ? AND token = ? AND ordinal = ?`,
  putOff: `UPDATE journal_heads SET leased_until = ?, failures = failures + 1
    WHERE corporate_id = ? AND bank_id = ? AND token = ?`,
  addSeals: dialect.insert({ table: 'journal_seals', columns: SEALS }),
  addEvents: dialect.insert({ table: 'events', columns: EVENT.columns }),
  chain: `SELECT ordinal, entry_no AS place, position, hash FROM journal_seals
    WHERE corporate_id = ? AND ordinal > ? ORDER BY ordinal LIMIT ?`,
  entries: bulk(
    dialect,
    { corporate_id: 'text', bank_id: 'text', entry_no: 'int' },
    dialect.lookup({
      table: 'journal',
      index: 'journal_of_corporate',
      select: `t.entry_no AS place, ${entryColumns('t.')}`,
      where: `t.corporate_id = s.corporate_id AND t.entry_no = s.entry_no
        AND t.bank_id = s.bank_id`,
    }),
  ),
  head: `SELECT ${HEAD} FROM journal_heads WHERE corporate_id = ? AND bank_id = ?`,
});

type Statements = ReturnType<typeof statements>;

const tenantCells = ({ corporateTenantId, bankTenantId }: Tenant) => [
  corporateTenantId,
  bankTenantId,
];

/** Every unit takes journals in this order, so that no two wait for each other. */
const byCorporate = (a: Tenant, b: Tenant): number =>
  a.corporateTenantId < b.corporateTenantId ? -1 : 1;

const claim = async (
  sql: Statements,
  session: Session,
  tenants: ReadonlyArray<Tenant>,
  now: EpochMs,
  leaseMs: number,
): Promise<ReadonlyArray<HeldJournal>> => {
  if (tenants.length === 0) return [];
  const rows = [...tenants]
    .sort(byCorporate)
    .map((tenant) => [...tenantCells(tenant), now + leaseMs]);
  const bound = sql.claim.bind(rows);
  return heldOf(await session.returning(bound.sql, [...bound.bindings, now]));
};

const write = async (
  sql: Statements,
  session: Session,
  { tenant, token, head: before }: HeldJournal,
  { head, seals, events, upTo, heldUntil = 0 }: Parameters<SealStore['write']>[1],
): Promise<'written' | 'lost'> => {
  const moved = await session.run(sql.move, [
    head.ordinal,
    head.hash,
    head.position,
    head.eventHash,
    upTo,
    heldUntil,
    ...tenantCells(tenant),
    token,
    before.ordinal,
  ]);
  if (moved !== 1) return 'lost';
  await sql.addSeals(session, seals, ({ ordinal, place, position, hash }) => [
    tenant.corporateTenantId,
    ordinal,
    place,
    position,
    hash,
  ]);
  await sql.addEvents(session, events, EVENT.cells);
  return 'written';
};

/** Those that have been sealed, each with its entry. */
const chain = async (
  sql: Statements,
  session: Session,
  tenant: Tenant,
  after: number,
  limit: number,
) => {
  // Seals name no bank; another bank's seals do not exist here.
  if ((await session.all(sql.head, tenantCells(tenant))).length === 0) return [];
  const seals = (await session.all(sql.chain, [
    tenant.corporateTenantId,
    after,
    limit,
  ])) as ReadonlyArray<SealRow>;
  const found = (await sql.entries.all(
    session,
    seals.map(({ place }) => [...tenantCells(tenant), Number(place)]),
  )) as ReadonlyArray<PlacedRow>;
  const entries = new Map<number, EntryRow>(found.map((row) => [Number(row.place), row]));
  return seals.map((seal) => {
    const place = Number(seal.place);
    const row = entries.get(place);
    return {
      ordinal: Number(seal.ordinal),
      place,
      position: Number(seal.position),
      hash: seal.hash,
      ...(row !== undefined && { entry: entryOf(tenant)(row) }),
    };
  });
};

/** The seals on the journals. */
export const sealStore = (dialect: Dialect): ((session: Session) => SealStore) => {
  const sql = statements(dialect);
  const horizon = horizonOf(dialect, 'journal', 'entry_no');
  const waits = sealWaits(dialect, horizon);
  const strays = sealStrays(dialect);

  return (session) => ({
    ...waits(session),
    ...strays(session),
    claim: (tenants, now, leaseMs) => claim(sql, session, tenants, now, leaseMs),
    unsealed: async (tenant, limit) => {
      // First: whatever settles while the entries are read is looked for again.
      const { settled } = await horizon(session);
      const [head] = await session.all(sql.upTo, tenantCells(tenant));
      const from = Number((head as { readonly up_to: Int } | undefined)?.up_to ?? 0);
      const rows = await session.all(sql.unsealed, [...tenantCells(tenant), from, limit]);
      const entries = (rows as ReadonlyArray<PlacedRow>).map(placedOf(tenant));
      const isAll = entries.length < limit;
      const last = isAll ? settled : Math.min(settled, entries.at(-1)?.place ?? settled);
      return { entries, isAll, settledUpTo: Math.max(from, last) };
    },
    write: (held, sealing) => write(sql, session, held, sealing),
    putOff: async ({ tenant, token }, until) => {
      await session.run(sql.putOff, [until, ...tenantCells(tenant), token]);
    },
    chain: (tenant, after, limit) => chain(sql, session, tenant, after, limit),
    head: async (tenant) => {
      const [row] = await session.all(sql.head, tenantCells(tenant));
      return row === undefined ? NOTHING_SEALED : headOf(row as HeadRow);
    },
  });
};
