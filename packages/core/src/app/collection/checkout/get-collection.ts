import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { CollectionNotFound } from '../../../model/collection/session/collection-errors.js';
import {
  collectionObject,
  type CheckoutSessionObject,
} from '../../../model/collection/session/collection-view.js';
import { SessionInput } from './session-input.js';
import { currentSession } from '../charge/current-session.js';
import { addressOf } from '../page/page-token.js';

/** Returns a checkout session of a corporate, as it is now (§4.13). */
export type GetCollection = UseCase<SessionInput, CollectionNotFound, CheckoutSessionObject>;
export const GetCollection = token<GetCollection>('GetCollection');

export const makeGetCollection = recipe(
  GetCollection,
  { Storage, Clock, Sealer: GuardedSealer, Pages: HostedPages },
  ({ storage, clock, sealer, pages }) =>
    useCase(SessionInput, async (tenant, { sessionId }) => {
      const session = await currentSession(storage, clock, ({ collections }) =>
        collections.session(tenant, sessionId),
      );
      return session === undefined
        ? E.left(CollectionNotFound())
        : E.right(collectionObject(session, await addressOf(session, pages, sealer)));
    }),
);
