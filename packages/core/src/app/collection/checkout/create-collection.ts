import type * as t from 'io-ts';
import { onceFor, writeOnce } from '../../writer/write-once.js';
import { E } from '../../../kernel/fp.js';
import type { IdempotencyKeyReused } from '../../idempotency/idempotency-errors.js';
import type { OnceAnswer } from '../../idempotency/once.js';
import { InvalidInput } from '../../../kernel/codecs/decode.js';
import { record } from '../../../kernel/codecs/record.js';
import { callersUseCase, type CallersUseCase } from '../../../kernel/use-case/use-case.js';
import { IdempotencyKey } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { Clock } from '../../../ports/clock.js';
import { Entropy } from '../../../ports/entropy.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import type { Merchant } from '../../access/authenticate/authenticate-secret-key.js';
import { newSession } from '../charge/step-changes.js';
import {
  collectionEvent,
  type CheckoutSessionObject,
} from '../../../model/collection/session/collection-view.js';
import {
  SESSION_LIFE,
  type CollectionSession,
} from '../../../model/collection/session/collection-session.js';
import { CheckoutSessionRequest, strangeHosts } from './create-request.js';
import { COLLECTIONS_ROUTE } from '../../../model/collection/session/page-routes.js';
import { newPage, pageUrl, type Page } from '../page/page-token.js';

const CreateCollectionInput = record(
  'CreateCollectionInput',
  { key: IdempotencyKey, ...CheckoutSessionRequest.required },
  CheckoutSessionRequest.optional,
);
type CreateCollectionInput = t.TypeOf<typeof CreateCollectionInput>;

type CreateCollectionError = InvalidInput | IdempotencyKeyReused;

/** The session as it was created, and whether this was answered before. */
export interface CreatedCollection {
  readonly session: CheckoutSessionObject;
  readonly replayed: boolean;
}

/**
 * Creates a card payment for a customer to make on the hosted page (§4.13). The same key and values get the first
 * answer again, byte for byte the same JSON, in every later state of the session.
 */
export type CreateCollection = CallersUseCase<
  Merchant,
  CreateCollectionInput,
  CreateCollectionError,
  CreatedCollection
>;
export const CreateCollection = token<CreateCollection>('CreateCollection');

export const makeCreateCollection = recipe(
  CreateCollection,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Pages: HostedPages },
  ({ storage, clock, entropy, sealer, pages }) =>
    callersUseCase(CreateCollectionInput, async (merchant: Merchant, { key, ...order }) => {
      const { tenant } = merchant;
      const once = onceFor({ tenant, route: COLLECTIONS_ROUTE, key }, order);
      const page = await newPage('cs', entropy, sealer);
      const answer = await storage.atomically<CreateCollectionError, OnceAnswer>(async (stores) => {
        const corporate = await stores.tenancy.corporate(tenant);
        const now = clock.now();
        const issues = strangeHosts(order, corporate?.checkout.destinationHosts ?? [], {
          loopback: pages.allowsLoopback,
        });
        const session = sessionOf(merchant, order, page, now);
        const changes = newSession(session, `sk_${merchant.keyId}`);
        const creation =
          issues.length > 0
            ? E.left(InvalidInput(issues))
            : E.right({ body: keptBody(session), changes });
        return writeOnce(stores, once, creation, now);
      });
      if (E.isLeft(answer)) return answer;
      const { body, replayed } = answer.right;
      return E.right({ session: await wholeSession(body, pages, sealer), replayed });
    }),
);

const sessionOf = (
  { tenant, keyId }: Merchant,
  { amount, reference, description, success_url, cancel_url }: CheckoutSessionRequest,
  { id, sealedToken }: Page,
  now: EpochMs,
): CollectionSession => ({
  sessionId: id,
  ...tenant,
  amount,
  reference,
  status: 'open',
  attempts: [],
  sequence: 1,
  createdAt: now,
  expiresAt: now + SESSION_LIFE,
  changedAt: now,
  sealedToken,
  returns: { successUrl: success_url, cancelUrl: cancel_url, keyId },
  ...(description !== undefined && { description }),
});

/** The stored part of the answer: its address is sealed, as in the session. */
const keptBody = (session: CollectionSession): string =>
  JSON.stringify({ ...collectionEvent(session), sealedToken: session.sealedToken });

/** The same for every retry, unless the pages have moved to another address. */
const wholeSession = async (
  kept: string,
  pages: HostedPages,
  sealer: GuardedSealer,
): Promise<CheckoutSessionObject> => {
  const { id, object, sealedToken, ...rest } = JSON.parse(kept) as Omit<
    CheckoutSessionObject,
    'url'
  > &
    Pick<Page, 'sealedToken'>;
  const url = await pageUrl(pages.baseUrl(), { id, sealedToken }, sealer);
  return { id, object, url, ...rest };
};
