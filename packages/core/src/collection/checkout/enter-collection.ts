import { E } from '../../kernel/fp.js';
import type { Sealer } from '../../ports/sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { CollectionNotFound } from '../session/collection-errors.js';
import { browserKeyFor } from '../session/page-token.js';

/**
 * Lets a browser in that comes with the token of the page's address, and answers the key that it shows from then
 * on. The address may be opened again, in another tab or browser, as long as anybody has something to see there.
 */
export type EnterCollection = (
  sessionId: string,
  token: string,
) => Promise<E.Either<CollectionNotFound, string>>;
export const EnterCollection = token<EnterCollection>('EnterCollection');

export const makeEnterCollection =
  (storage: Storage, sealer: Sealer): EnterCollection =>
  async (sessionId, presented) => {
    const session = await storage.read(({ collections }) => collections.anySession(sessionId));
    const key =
      session &&
      browserKeyFor({ id: sessionId, sealedToken: session.sealedToken }, presented, sealer);
    return key === undefined ? E.left(CollectionNotFound()) : E.right(key);
  };
