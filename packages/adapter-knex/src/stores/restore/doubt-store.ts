import { timeOf, type TransactionId } from '@hundi/core';
import type { DoubtStore } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const LINE = 'SELECT line FROM send_doubt WHERE one = 1';

// One entry of an index, whatever the number of payouts: no payout is sent until the line is drawn, and a walk through
// tens of millions would end by its time-out each time. Every id is above the lowest, so that plans show a search.
const newest = (dialect: Dialect): string =>
  `SELECT t.payout_id FROM payouts t ${dialect.using('payouts_anywhere')}
    WHERE t.payout_id > '00000000-0000-0000-0000-000000000000'
    ORDER BY t.payout_id DESC LIMIT 1`;

const DRAW = `INSERT INTO send_doubt (one, line) VALUES (1, ?)
  ON CONFLICT (one) DO UPDATE SET line = excluded.line WHERE send_doubt.line < excluded.line`;

/** The line of doubt: one row, or none. */
export const doubtStore = (dialect: Dialect): ((session: Session) => DoubtStore) => {
  const NEWEST = newest(dialect);
  return (session) => ({
    line: async () => {
      const [row] = (await session.all(LINE)) as ReadonlyArray<{ readonly line: Int }>;
      return row === undefined ? undefined : Number(row.line);
    },
    draw: async (at) => {
      const [row] = (await session.all(NEWEST)) as ReadonlyArray<{
        readonly payout_id: TransactionId;
      }>;
      await session.run(DRAW, [row === undefined ? at : Math.max(at, timeOf(row.payout_id))]);
    },
  });
};
