import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { useCaseFor } from '../../../kernel/use-case/use-case.js';
import type { Clock } from '../../../ports/clock.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import type { Storage } from '../../../storage/storage.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import { currentSession } from './current-session.js';
import { CheckoutSessionId } from '../../../model/collection/session/page-ids.js';
import { isBrowserOf } from '../page/page-token.js';

/** A browser on a card page (§4.13): the session in its path, and the key that it was let in with. */
export const Browser = record('Browser', { sessionId: CheckoutSessionId, key: t.string });
export type Browser = t.TypeOf<typeof Browser>;

/** A use case for a browser; faults of the browser have pointers below `/browser`. */
export const browserUseCase = useCaseFor(Browser, '/browser');

/** The session that a browser is on, as it is now; undefined for a browser that was not let in. */
export const browsedSession = async (
  storage: Storage,
  clock: Clock,
  sealer: GuardedSealer,
  { sessionId, key }: Browser,
): Promise<CollectionSession | undefined> => {
  const session = await storage.read(({ collections }) => collections.anySession(sessionId));
  if (session === undefined) return undefined;
  const page = { id: sessionId, sealedToken: session.sealedToken };
  if (!(await isBrowserOf(page, key, sealer))) return undefined;
  return currentSession(storage, clock, ({ collections }) => collections.anySession(sessionId));
};
