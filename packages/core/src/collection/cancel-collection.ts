import { E } from '../fp.js';
import type { Clock } from '../ports/clock.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { browsedSession, type Browser } from './browsing.js';
import { CUSTOMER } from './collection-entry.js';
import {
  CollectionNotFound,
  type PaymentInProgress,
  type CollectionEnded,
} from './collection-errors.js';
import { step } from './collection-machine.js';
import type { CollectionStatus } from './collection-session.js';
import { recordStep } from './record-step.js';

export type CancelCollectionError = CollectionNotFound | CollectionEnded | PaymentInProgress;

/** The customer leaves without paying, unless a card is being charged; answers where the session is then. */
export type CancelCollection = (
  browser: Browser,
) => Promise<E.Either<CancelCollectionError, CollectionStatus>>;
export const CancelCollection = token<CancelCollection>('CancelCollection');

export const makeCancelCollection =
  (storage: Storage, clock: Clock, sealer: Sealer): CancelCollection =>
  async (browser) => {
    const seen = await browsedSession(storage, clock, sealer, browser);
    if (seen === undefined) return E.left(CollectionNotFound());
    return storage.atomically<CancelCollectionError, CollectionStatus>(async (stores) => {
      const session = await stores.collections.anySession(browser.sessionId);
      if (session === undefined) return E.left(CollectionNotFound());
      const now = clock.now();
      const left = step(session, { type: 'cancel' }, now);
      if (E.isLeft(left)) return left;
      await recordStep(stores, session, left.right, CUSTOMER, now);
      return E.right(left.right.next.status);
    });
  };
