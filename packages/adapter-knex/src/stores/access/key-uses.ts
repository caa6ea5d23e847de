import type { AccessStore, KeyUse } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';

const USE = rowsOf<KeyUse>()({
  key_id: text(({ keyId }) => keyId),
  used_at: int(({ usedAt }) => usedAt),
});
const KEY = rowsOf<KeyUse['keyId']>()({ key_id: text((keyId) => keyId) });
const FOUND = USE.select(USE.names);

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
    USE.columns,
    inserting(
      { table: 'api_key_use', columns: USE.columns },
      `ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at
        WHERE api_key_use.used_at < excluded.used_at`,
    ),
  );
  const find = bulk(
    dialect,
    KEY.columns,
    dialect.lookup({
      table: 'api_key_use',
      index: dialect.primaryOf('api_key_use'),
      select: FOUND.list('t.'),
      where: 't.key_id = s.key_id',
    }),
  );

  return (session) => ({
    noteUses: async (uses) => {
      await note.run(session, latest(uses), USE.cells);
    },
    uses: async (keyIds) =>
      FOUND.rows(await find.all(session, [...new Set(keyIds)].map(KEY.cells))).map((row) => ({
        keyId: row.key_id,
        usedAt: Number(row.used_at),
      })),
  });
};
