import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { callersUseCase, type CallersUseCase } from '../../../kernel/use-case/use-case.js';
import type { Merchant } from '../../access/authenticate/authenticate-secret-key.js';
import { Clock } from '../../../ports/clock.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import {
  CollectionNotFound,
  type PaymentInProgress,
  type CollectionEnded,
} from '../../../model/collection/session/collection-errors.js';
import { stepCollection } from '../../../model/collection/session/collection-machine.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import {
  collectionObject,
  type CheckoutSessionObject,
} from '../../../model/collection/session/collection-view.js';
import { SessionInput } from './session-input.js';
import { currentSession } from '../charge/current-session.js';
import { addressOf } from '../page/page-token.js';
import { takeStep } from '../charge/step-changes.js';

type CloseCollectionError = CollectionNotFound | CollectionEnded | PaymentInProgress;

/** Ends an open session early, so that it can no longer be paid (§3.5). Refuses while a card is being charged. */
export type CloseCollection = CallersUseCase<
  Merchant,
  SessionInput,
  CloseCollectionError,
  CheckoutSessionObject
>;
export const CloseCollection = token<CloseCollection>('CloseCollection');

export const makeCloseCollection = recipe(
  CloseCollection,
  { Storage, Clock, Sealer: GuardedSealer, Pages: HostedPages },
  ({ storage, clock, sealer, pages }) =>
    callersUseCase(SessionInput, async ({ tenant, keyId }: Merchant, { sessionId }) => {
      await currentSession(storage, clock, ({ collections }) =>
        collections.session(tenant, sessionId),
      );
      const closed = await storage.atomically<CloseCollectionError, CollectionSession>(
        async (stores) => {
          const session = await stores.collections.session(tenant, sessionId);
          if (session === undefined) return E.left(CollectionNotFound());
          const now = clock.now();
          const taken = stepCollection(session, { type: 'close', at: now });
          if (E.isLeft(taken)) return taken;
          const by = { actor: `sk_${keyId}`, via: { keyId } };
          await writeRecords(stores, takeStep(session, taken.right, by, now));
          return E.right(taken.right.next);
        },
      );
      return E.isLeft(closed)
        ? closed
        : E.right(collectionObject(closed.right, await addressOf(closed.right, pages, sealer)));
    }),
);
