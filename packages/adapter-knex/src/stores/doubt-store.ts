import type { DoubtStore } from '@hundi/core';
import type { Session } from '../engine/session.js';
import type { Int } from './present.js';

const LINE = 'SELECT line FROM send_doubt WHERE one = 1';
const DRAW = `INSERT INTO send_doubt (one, line) VALUES (1, ?)
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
