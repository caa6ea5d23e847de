import type { AccessStore } from '@hundi/core/storage';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const ALL = 'SELECT one AS number, sealed FROM sealer_canary ORDER BY one';
// Waits for a concurrent writer of a canary of the same number.
const ADD = named(
  'INSERT INTO sealer_canary (one, sealed) VALUES (:number, :sealed) ON CONFLICT (one) DO NOTHING',
);
const DROP = named('DELETE FROM sealer_canary WHERE one = :number');

interface CanaryRow {
  readonly number: Int;
  readonly sealed: string;
}

/** The canaries that show under which keys secrets are sealed: a row for each key. */
export const canaryStore = (
  session: Session,
): Pick<AccessStore, 'canaries' | 'addCanary' | 'dropCanaries'> => ({
  canaries: async () =>
    ((await session.all(ALL)) as ReadonlyArray<CanaryRow>).map(({ number, sealed }) => ({
      number: Number(number),
      sealed,
    })),
  addCanary: async ({ number, sealed }) => (await ADD.run(session, { number, sealed })) > 0,
  dropCanaries: async (numbers) => {
    for (const number of numbers) await DROP.run(session, { number });
  },
});
