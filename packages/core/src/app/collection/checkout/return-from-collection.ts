import { openSecretKey } from '../../access/authenticate/sealed-key.js';
import { E } from '../../../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../../../kernel/use-case/use-case.js';
import { withParameters } from '../../../kernel/values/destination.js';
import { SECOND } from '../../../kernel/values/time.js';
import { Clock } from '../../../ports/clock.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { browsedSession, Browser } from '../charge/browsing.js';
import {
  CollectionNotFound,
  CollectionOpen,
} from '../../../model/collection/session/collection-errors.js';
import type { CollectionStatus } from '../../../model/collection/session/collection-session.js';
import {
  returnParameters,
  type ReturnStatus,
} from '../../../model/collection/session/return-signature.js';

type ReturnFromCollectionError = CollectionNotFound | CollectionOpen;

const STATUSES: Readonly<Record<Exclude<CollectionStatus, 'open'>, ReturnStatus>> = {
  complete: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
};

/**
 * Where the browser of a session that is over goes back to, signed with the key that created the session, as of
 * now (§4.13); undefined for the session of a payment link. Changes nothing.
 */
export type ReturnFromCollection = OpenUseCase<
  Browser,
  ReturnFromCollectionError,
  string | undefined
>;
export const ReturnFromCollection = token<ReturnFromCollection>('ReturnFromCollection');

export const makeReturnFromCollection = recipe(
  ReturnFromCollection,
  { Storage, Clock, Sealer: GuardedSealer },
  ({ storage, clock, sealer }) =>
    openUseCase(Browser, async (browser) => {
      const session = await browsedSession(storage, clock, sealer, browser);
      if (session === undefined) return E.left(CollectionNotFound());
      const { sessionId, reference, status, returns } = session;
      if (status === 'open') return E.left(CollectionOpen());
      if (returns === undefined) return E.right(undefined);

      const [key] = await storage.read(({ access }) => access.secretKeys([returns.keyId]));
      if (key === undefined) throw new Error('a session of no key');
      const secret = await openSecretKey(key, sealer);
      const url = status === 'complete' ? returns.successUrl : returns.cancelUrl;
      const timestamp = Math.floor(clock.now() / SECOND);
      const facts = { sessionId, reference, status: STATUSES[status], timestamp };
      return E.right(withParameters(url, returnParameters(facts, secret)));
    }),
);
