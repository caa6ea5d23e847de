import type { EpochMs } from '@hundi/core';
import type { SealStore } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Horizon, Horizons } from '../../../engine/horizon.js';
import { named } from '../../../engine/named.js';
import type { Session } from '../../../engine/session.js';
import { intOrNull, type Int } from '../../rows/present.js';
import { tenantsOf } from './tenants-of.js';

/**
 * Walks from corporate to corporate through the journal's index, a step each: what has been appended shows by
 * itself who waits, and appending writes nothing for it. A subquery in brackets cannot become a join over it all.
 */
const statements = (dialect: Dialect) => {
  const journal = `journal j ${dialect.using('journal_of_corporate')}`;
  const corporates = `WITH RECURSIVE c (corporate_id) AS (
      SELECT (SELECT j.corporate_id FROM ${journal} WHERE j.corporate_id > :after
        ORDER BY j.corporate_id LIMIT 1)
      UNION ALL
      SELECT (SELECT j.corporate_id FROM ${journal} WHERE j.corporate_id > c.corporate_id
        ORDER BY j.corporate_id LIMIT 1)
      FROM c WHERE c.corporate_id IS NOT NULL)`;
  const bank = `(SELECT j.bank_id FROM ${journal}
    WHERE j.corporate_id = c.corporate_id ORDER BY j.entry_no LIMIT 1)`;
  const tenant = `c.corporate_id, ${bank} AS bank_id`;
  // A journal whose entries were taken away shows by what is left of it.
  const tables = [journal, 'journal_heads j', 'journal_seals j', 'archive_files j'];
  const next = (after: string): string =>
    `(SELECT min(n.corporate_id) FROM (${tables
      .map(
        (table) => `SELECT (SELECT j.corporate_id FROM ${table} WHERE j.corporate_id > ${after}
          ORDER BY j.corporate_id LIMIT 1) AS corporate_id`,
      )
      .join(' UNION ALL ')}) n)`;
  // Seals name no bank.
  const banks = ['journal_heads', 'archive_files', 'corporates'].map(
    (table) => `(SELECT o.bank_id FROM ${table} o WHERE o.corporate_id = c.corporate_id LIMIT 1)`,
  );
  const head = (column: string): string =>
    `coalesce((SELECT h.${column} FROM journal_heads h WHERE h.corporate_id = c.corporate_id), 0)`;
  return {
    // An entry that may be sealed by now means another thing to do: to move on beyond it.
    waiting: named(`${corporates}
      SELECT ${tenant} FROM c
      WHERE c.corporate_id IS NOT NULL AND ${head('leased_until')} <= :now
        AND (SELECT 1 FROM ${journal}
          WHERE j.corporate_id = c.corporate_id AND j.entry_no > ${head('up_to')}
            AND (j.entry_no <= :complete OR (SELECT 1 FROM journal_seals s
              WHERE s.corporate_id = j.corporate_id AND s.entry_no = j.entry_no) IS NULL)
          LIMIT 1) IS NOT NULL
      LIMIT :limit`),
    tenants: named(`WITH RECURSIVE c (corporate_id) AS (
        SELECT ${next(':after')}
        UNION ALL SELECT ${next('c.corporate_id')} FROM c WHERE c.corporate_id IS NOT NULL)
      SELECT c.corporate_id, coalesce(${[bank, ...banks].join(', ')}, '') AS bank_id FROM c
      WHERE c.corporate_id IS NOT NULL LIMIT :limit`),
    // One that has lapsed, and waits for nothing, is of a sealer that died: no moment to wait for.
    lapses: 'SELECT min(leased_until) AS at FROM journal_heads WHERE leased_until > ?',
  };
};

type Waits = Pick<SealStore, 'waiting' | 'nextDue' | 'tenants'>;

/** The corporates whose journals have something to seal. */
export const sealWaits = (
  dialect: Dialect,
  { look }: Pick<Horizons, 'look'>,
): ((session: Session) => Waits) => {
  const sql = statements(dialect);
  // The last number that was given out when nothing was to do, nor could come to light; and in which life.
  let quiet: Pick<Horizon, 'last' | 'life'> | undefined;
  const isQuiet = ({ last, life }: Horizon): boolean => last === quiet?.last && life === quiet.life;

  return (session) => {
    const waiting: Waits['waiting'] = async (now, after, limit) => {
      const horizon = await look(session);
      if (isQuiet(horizon)) return [];
      const { complete } = horizon;
      return tenantsOf(
        await sql.waiting.all(session, { after: after ?? '', now, complete, limit }),
      );
    };
    const isWaiting = async (now: EpochMs, complete: number): Promise<boolean> => {
      const found = await sql.waiting.all(session, { after: '', now, complete, limit: 1 });
      return found.length > 0;
    };
    const lapses = async (now: EpochMs): Promise<number | undefined> => {
      const [row] = (await session.all(sql.lapses, [now])) as ReadonlyArray<{
        readonly at: Int | null;
      }>;
      return intOrNull(row?.at ?? null) ?? undefined;
    };
    return {
      waiting,
      nextDue: async (now) => {
        const horizon = await look(session);
        if (isQuiet(horizon)) return undefined;
        const { complete } = horizon;
        if (await isWaiting(now, complete)) return now;
        // The holder of a journal may release it before it is done.
        if (await isWaiting(Number.MAX_SAFE_INTEGER, complete)) return (await lapses(now)) ?? now;
        if (complete >= horizon.last) quiet = horizon;
        return undefined;
      },
      tenants: async (after, limit) =>
        tenantsOf(await sql.tenants.all(session, { after: after ?? '', limit })),
    };
  };
};
