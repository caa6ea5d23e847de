import type { AccessStore } from '@hundi/core/storage';
import type { Session } from '../../engine/session.js';

const FIND = 'SELECT sealed FROM sealer_canary WHERE one = 1';
const KEEP = 'INSERT INTO sealer_canary (one, sealed) VALUES (1, ?) ON CONFLICT (one) DO NOTHING';

/** The canary that shows under which key secrets are sealed: one row, or none. */
export const canaryStore = (session: Session): Pick<AccessStore, 'canary' | 'keepCanary'> => {
  const canary = async (): Promise<string | undefined> => {
    const [row] = (await session.all(FIND)) as ReadonlyArray<{ readonly sealed: string }>;
    return row?.sealed;
  };
  return {
    canary,
    keepCanary: async (sealed) => {
      // Waits for a concurrent writer of a canary; the next statement sees theirs.
      await session.run(KEEP, [sealed]);
      return (await canary()) ?? sealed;
    },
  };
};
