import { E } from '../../kernel/fp.js';
import type { IdempotencyKeyReused } from '../../idempotency/idempotency-errors.js';
import { onceEach, type OnceAnswer, type OnceRequest } from '../../idempotency/once.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import { canonicalJson, type JsonOf } from '../../kernel/codecs/json.js';
import type { IdempotencyKey } from '../../kernel/values/text.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Sealer } from '../../ports/sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import type { Merchant } from '../../access/authenticate/authenticate-secret-key.js';
import { addSession } from '../link/add-session.js';
import { collectionEvent, type CheckoutSessionObject } from '../session/collection-view.js';
import { SESSION_LIFE, type CollectionSession } from '../session/collection-session.js';
import { strangeHosts, type CreateCollectionInput } from './create-request.js';
import { newPage, PAGE_ENTROPY_BYTES, pageUrl, type Page } from '../session/page-token.js';

export interface CreateCollectionRequest {
  readonly key: IdempotencyKey;
  readonly input: CreateCollectionInput;
}

export type CreateCollectionError = InvalidInput | IdempotencyKeyReused;

/** The answer to a created session, and whether it was given before. */
export interface CreatedCollection {
  readonly body: JsonOf<CheckoutSessionObject>;
  readonly replayed: boolean;
}

/**
 * Creates a card payment for a customer to make on the hosted page (§4.13). The same key and values get the
 * first answer again, byte for byte, whatever became of the session since.
 */
export type CreateCollection = (
  merchant: Merchant,
  request: CreateCollectionRequest,
) => Promise<E.Either<CreateCollectionError, CreatedCollection>>;
export const CreateCollection = token<CreateCollection>('CreateCollection');

const ROUTE = 'POST /v1/checkout/sessions';

export const makeCreateCollection =
  (
    storage: Storage,
    clock: Clock,
    entropy: Entropy,
    sealer: Sealer,
    pages: HostedPages,
    pacer: Pacer,
  ): CreateCollection =>
  async (merchant, { key, input }) => {
    const { tenant } = merchant;
    const fingerprint = sha256(canonicalJson([ROUTE, input]));
    const request: OnceRequest = { tenant, route: ROUTE, key, fingerprint };
    const page = newPage('cs', entropy.bytes(PAGE_ENTROPY_BYTES), sealer);
    const answer = await storage.atomically<CreateCollectionError, OnceAnswer>(async (stores) => {
      const corporate = await stores.tenancy.corporate(tenant);
      const now = clock.now();
      const issues = strangeHosts(input, corporate?.checkout.destinationHosts ?? [], {
        loopback: pages.allowsLoopback,
      });
      const session = newSession(merchant, input, page, now);
      const [answered] = await onceEach(
        stores,
        [request],
        now,
        async () => [
          issues.length > 0
            ? E.left(InvalidInput(issues))
            : E.right({ outcome: 'created', body: keptBody(session) }),
        ],
        () => addSession(stores, session, `sk_${merchant.keyId}`),
      );
      if (answered === undefined) throw new Error('a request was not answered');
      return answered;
    });
    if (E.isLeft(answer)) return answer;
    pacer.wake();
    const { body, replayed } = answer.right;
    return E.right({ body: wholeBody(body, pages, sealer), replayed });
  };

const newSession = (
  { tenant, keyId }: Merchant,
  { amount, reference, description, success_url, cancel_url }: CreateCollectionInput,
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

/** What is kept of the answer: its address only as sealed as the session's. */
const keptBody = (session: CollectionSession): string =>
  JSON.stringify({ ...collectionEvent(session), sealedToken: session.sealedToken });

/** The same for every retry, unless the pages have moved to another address. */
const wholeBody = (
  kept: string,
  pages: HostedPages,
  sealer: Sealer,
): JsonOf<CheckoutSessionObject> => {
  const { id, object, sealedToken, ...rest } = JSON.parse(kept) as Omit<
    CheckoutSessionObject,
    'url'
  > &
    Pick<Page, 'sealedToken'>;
  const url = pageUrl(pages.baseUrl(), { id, sealedToken }, sealer);
  const whole: CheckoutSessionObject = { id, object, url, ...rest };
  return JSON.stringify(whole) as JsonOf<CheckoutSessionObject>;
};
