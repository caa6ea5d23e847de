import type { BookedCharge, CardBooks } from '@hundi/testkit';
import type { SandboxDatabase } from './sandbox-database.js';

interface Kept {
  readonly record: string;
}

const FIND = 'SELECT record FROM card_charges WHERE charge_ref = ?';
const PUT = `INSERT INTO card_charges (charge_ref, session_id, record) VALUES (?, ?, ?)
  ON CONFLICT (charge_ref) DO UPDATE SET record = excluded.record`;
const ALL = 'SELECT record FROM card_charges ORDER BY charge_ref';
const OF = 'SELECT record FROM card_charges WHERE session_id = ? ORDER BY charge_ref';

const chargesIn = (rows: ReadonlyArray<Kept>): ReadonlyArray<BookedCharge> =>
  rows.map(({ record }) => JSON.parse(record) as BookedCharge);

/** The acquirer's books in the sandbox's database: they outlive the process, and are apart from the engine's tables. */
export const sqlCardBooks = (database: SandboxDatabase): CardBooks => ({
  open: (work) =>
    database.alone((ask) =>
      work({
        find: async (chargeRef) => chargesIn(await ask<Kept>(FIND, chargeRef))[0],
        put: async (charge) => {
          await ask(PUT, charge.chargeRef, charge.sessionId, JSON.stringify(charge));
        },
        list: async (sessionId) =>
          chargesIn(
            sessionId === undefined ? await ask<Kept>(ALL) : await ask<Kept>(OF, sessionId),
          ),
      }),
    ),
});
