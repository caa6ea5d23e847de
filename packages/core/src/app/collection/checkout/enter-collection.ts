import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import { openUseCase, type OpenUseCase } from '../../../kernel/use-case/use-case.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { CollectionNotFound } from '../../../model/collection/session/collection-errors.js';
import { CheckoutSessionId } from '../../../model/collection/session/page-ids.js';
import { browserKeyFor } from '../page/page-token.js';

const EnterCollectionInput = record('EnterCollectionInput', {
  sessionId: CheckoutSessionId,
  token: t.string,
});
type EnterCollectionInput = t.TypeOf<typeof EnterCollectionInput>;

/**
 * Lets a browser in that comes with the token of the page's address (§4.13), and answers the key that it shows from
 * then on. The address may be opened again, in another tab or browser, as long as anybody has something to see there.
 */
export type EnterCollection = OpenUseCase<EnterCollectionInput, CollectionNotFound, string>;
export const EnterCollection = token<EnterCollection>('EnterCollection');

export const makeEnterCollection = recipe(
  EnterCollection,
  { Storage, Sealer: GuardedSealer },
  ({ storage, sealer }) =>
    openUseCase(EnterCollectionInput, async ({ sessionId, token: presented }) => {
      const session = await storage.read(({ collections }) => collections.anySession(sessionId));
      const key =
        session &&
        (await browserKeyFor(
          { id: sessionId, sealedToken: session.sealedToken },
          presented,
          sealer,
        ));
      return key === undefined ? E.left(CollectionNotFound()) : E.right(key);
    }),
);
