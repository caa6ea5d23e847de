import { makeGuardedSealer } from './guarded-sealer.js';

/** Seals that show what they hold, and for what. They notice a foreign context, as every sealer must. */
export const plainSealer = makeGuardedSealer({
  seal: async (secret, context) => JSON.stringify([context, secret]),
  open: async (sealed, context) => {
    const [sealedFor, secret] = JSON.parse(sealed) as [string, string];
    return sealedFor === context ? secret : undefined;
  },
  isCurrent: async () => true,
});
