import { NOTHING_SEALED } from '@hundi/core/wire';
import type { HeldJournal, SealStore } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import { named } from '../../../engine/named.js';
import type { Session } from '../../../engine/session.js';
import { requireServed, VERSIONS_BESIDE, type VersionsRow } from '../../../schema/served.js';
import { OWNER } from '../../rows/owner.js';
import { intOrNull, type Int } from '../../rows/present.js';
import { FORGET_SEALED } from '../appended.js';
import { entryTuple, placedOf } from '../entry-row.js';
import { byCorporate, heldOf } from './held-journals.js';
import { FOUND_HEAD } from './seal-columns.js';
import { orphansIn } from './seal-orphans.js';
import { tenantsOf } from './tenants-of.js';

const WAITING = named(`SELECT a.corporate_id, min(a.bank_id) AS bank_id FROM journal_appended a
  WHERE a.corporate_id > :after AND NOT EXISTS (SELECT 1 FROM journal_heads h
    WHERE h.corporate_id = a.corporate_id AND h.leased_until > :now)
  GROUP BY a.corporate_id ORDER BY a.corporate_id LIMIT :limit`);

const DUE = `SELECT (SELECT count(*) FROM (SELECT 1 FROM journal_appended LIMIT 1) a) AS appended,
  (SELECT min(leased_until) FROM journal_heads WHERE leased_until > ?) AS lapses`;

// Not by their seals: finding corporates among those takes a walk through all of them.
const TENANTS = named(`SELECT corporate_id, min(bank_id) AS bank_id FROM (
    SELECT corporate_id, bank_id FROM journal_heads WHERE corporate_id > :after
    UNION ALL SELECT corporate_id, bank_id FROM archive_files WHERE corporate_id > :after
    UNION ALL SELECT corporate_id, bank_id FROM journal_appended WHERE corporate_id > :after) t
  GROUP BY corporate_id ORDER BY corporate_id LIMIT :limit`);

interface DueRow {
  readonly appended: Int;
  readonly lapses: Int | null;
}

/** One journal a statement. */
const CLAIM = named(`INSERT INTO journal_heads (${FOUND_HEAD.list()}, up_to, leased_until)
  VALUES (:corporate_id, :bank_id, 0, '${NOTHING_SEALED.hash}', 0, '${NOTHING_SEALED.eventHash}', 1, 0, 0, :until)
  ON CONFLICT (corporate_id) DO UPDATE
    SET leased_until = excluded.leased_until, token = journal_heads.token + 1
    WHERE journal_heads.leased_until <= :now AND journal_heads.bank_id = excluded.bank_id
  RETURNING ${FOUND_HEAD.list()}`);

const ORPHANS = named(`WITH h AS (
    SELECT coalesce(max(ordinal), 0) AS ordinal, coalesce(max(position), 0) AS position
    FROM journal_heads WHERE corporate_id = :corporate_id AND bank_id = :bank_id)
  SELECT
    (SELECT s.ordinal FROM journal_seals s
      WHERE s.corporate_id = :corporate_id AND s.ordinal > (SELECT ordinal FROM h)
      ORDER BY s.ordinal LIMIT 1) AS seal,
    (SELECT min(e.position) FROM events e
      WHERE e.corporate_id = :corporate_id AND e.position > (SELECT position FROM h)) AS event,
    (SELECT min(j.entry_no) FROM journal j WHERE j.corporate_id = :corporate_id
      AND (SELECT 1 FROM journal_seals s
        WHERE s.corporate_id = :corporate_id AND s.entry_no = j.entry_no LIMIT 1) IS NULL
      AND NOT EXISTS (SELECT 1 FROM journal_appended a
        WHERE a.corporate_id = :corporate_id AND j.entry_no BETWEEN a.first AND a.last)) AS place`);

const unsealedIn = (dialect: Dialect) =>
  named(`SELECT ${entryTuple(dialect)} FROM journal t
    WHERE t.corporate_id = :corporate_id AND t.bank_id = :bank_id AND t.entry_no > :from
      AND t.entry_no > (SELECT min(a.first) FROM journal_appended a WHERE a.corporate_id = :corporate_id)
      AND NOT EXISTS (SELECT 1 FROM journal_seals s
        WHERE s.corporate_id = :corporate_id AND s.entry_no = t.entry_no)
    ORDER BY t.entry_no LIMIT :limit`);

const waitsOf = (session: Session): Pick<SealStore, 'waiting' | 'nextDue' | 'tenants'> => {
  const waiting: SealStore['waiting'] = async (now, after, limit) =>
    tenantsOf(await WAITING.all(session, { after: after ?? '', now, limit }));
  return {
    waiting,
    nextDue: async (now) => {
      if ((await waiting(now, undefined, 1)).length > 0) return now;
      const [row] = (await session.all(DUE, [now])) as ReadonlyArray<DueRow>;
      return Number(row?.appended) === 0 ? undefined : (intOrNull(row?.lapses ?? null) ?? now);
    },
    tenants: async (after, limit) =>
      tenantsOf(await TENANTS.all(session, { after: after ?? '', limit })),
  };
};

/**
 * Sealing where the rows of corporates stand on several machines: it goes by the notes of what was appended, and each
 * statement that writes is about one journal.
 */
export const spreadSeals = (
  dialect: Dialect,
): ((session: Session, plain: SealStore) => SealStore) => {
  const unsealed = unsealedIn(dialect);

  return (session, plain) => ({
    ...plain,
    ...waitsOf(session),
    claim: async (tenants, now, leaseMs) => {
      if (tenants.length === 0) return [];
      // Asked for itself: the statements that claim run on other machines, which do not have it.
      const [versions] = (await session.all(`SELECT ${VERSIONS_BESIDE}`)) as [VersionsRow];
      requireServed(versions);
      const held: HeldJournal[] = [];
      for (const tenant of [...tenants].sort(byCorporate)) {
        const values = { ...OWNER.values(tenant), now, until: now + leaseMs };
        held.push(...heldOf(await CLAIM.returning(session, values)));
      }
      return held;
    },
    unsealed: async (tenant, limit, after = 0) => {
      const values = { ...OWNER.values(tenant), from: after, limit };
      const entries = (await unsealed.tuples(session, values)).map(placedOf(tenant));
      // What comes to light before it later on is found all the same, by its own note.
      const completeUpTo = entries.at(-1)?.place ?? after;
      return { entries, isAll: entries.length < limit, completeUpTo };
    },
    write: async (held, sealing) => {
      const outcome = await plain.write(held, sealing);
      const places = sealing.seals.map(({ place }) => place);
      const [first, last] = [Math.min(...places), Math.max(...places)];
      if (outcome === 'written' && places.length > 0)
        await FORGET_SEALED.run(session, { ...OWNER.values(held.tenant), first, last });
      return outcome;
    },
    orphans: async (tenant) => orphansIn(await ORPHANS.all(session, OWNER.values(tenant))),
  });
};
