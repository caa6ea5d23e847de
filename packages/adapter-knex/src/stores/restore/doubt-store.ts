import type { DoubtStore } from '@hundi/core/storage';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const LINE = 'SELECT line FROM send_doubt WHERE one = 1';
// The one walk through all payouts that there is: a database is hardly ever restored.
const DRAW = `INSERT INTO send_doubt (one, line)
  SELECT 1, max(at) FROM (
    SELECT CAST(? AS bigint) AS at UNION ALL SELECT max(created_at) FROM payouts
  ) moments WHERE true
  ON CONFLICT (one) DO UPDATE SET line = excluded.line WHERE send_doubt.line < excluded.line`;

/** The line of doubt: one row, or none. */
export const doubtStore = (): ((session: Session) => DoubtStore) => (session) => ({
  line: async () => {
    const [row] = (await session.all(LINE)) as ReadonlyArray<{ readonly line: Int }>;
    return row === undefined ? undefined : Number(row.line);
  },
  draw: async (at) => {
    await session.run(DRAW, [at]);
  },
});
