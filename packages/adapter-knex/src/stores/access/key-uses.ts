import type { AccessStore, KeyUse } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const COLUMNS = { key_id: 'text', used_at: 'int' } as const;

interface UseRow {
  readonly key_id: string;
  readonly used_at: Int;
}

/** The latest of each key, in one order everywhere, so that no two units wait for each other. */
const latest = (uses: ReadonlyArray<KeyUse>): ReadonlyArray<KeyUse> => {
  const byKey = new Map<string, KeyUse>();
  for (const use of uses) {
    if (use.usedAt > (byKey.get(use.keyId)?.usedAt ?? -Infinity)) byKey.set(use.keyId, use);
  }
  return [...byKey.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
};

/** When keys were used, beside their records. */
export const keyUses = (
  dialect: Dialect,
): ((session: Session) => Pick<AccessStore, 'noteUses' | 'uses'>) => {
  const note = bulk(
    dialect,
    COLUMNS,
    inserting(
      { table: 'api_key_use', columns: COLUMNS },
      `ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at
        WHERE api_key_use.used_at < excluded.used_at`,
    ),
  );
  const find = bulk(
    dialect,
    { key_id: 'text' },
    dialect.lookup({
      table: 'api_key_use',
      index: dialect.primaryOf('api_key_use'),
      select: 't.key_id, t.used_at',
      where: 't.key_id = s.key_id',
    }),
  );

  return (session) => ({
    noteUses: async (uses) => {
      await note.run(session, latest(uses), ({ keyId, usedAt }) => [keyId, usedAt]);
    },
    uses: async (keyIds) =>
      (
        (await find.all(
          session,
          [...new Set(keyIds)].map((keyId) => [keyId]),
        )) as ReadonlyArray<UseRow>
      ).map(({ key_id, used_at }) => ({ keyId: key_id, usedAt: Number(used_at) })),
  });
};
