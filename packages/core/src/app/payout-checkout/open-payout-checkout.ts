import type * as t from 'io-ts';
import type { Changes } from '../writer/changes.js';
import { onceFor, writeOnce } from '../writer/write-once.js';
import { defaultAccount } from '../../model/beneficiary/payee/beneficiary.js';
import { BeneficiaryNotFound } from '../../model/beneficiary/payee/beneficiary-errors.js';
import { E } from '../../kernel/fp.js';
import type { IdempotencyKeyReused } from '../idempotency/idempotency-errors.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import { hex } from '../../kernel/secrets/hex.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { tenantOf, type Tenant } from '../../kernel/values/tenant.js';
import { IdempotencyKey } from '../../kernel/values/text.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Via } from '../../kernel/values/via.js';
import { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import { Entropy } from '../../ports/entropy.js';
import { HostedPages } from '../../ports/hosted-pages.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { openKept } from '../../ports/open-kept.js';
import { recipe, token } from '../../kernel/token.js';
import { PayoutCheckoutRequest, type OpenedPayoutCheckout } from './checkout-answers.js';
import { openedEntry } from '../../model/payout-checkout/session/checkout-entry.js';
import {
  ReferenceTaken,
  type MakerNotAuthorized,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { CHECKOUT_ID_BYTES, checkoutId } from '../../model/payout-checkout/session/checkout-id.js';
import { makerOf } from './maker.js';
import { openedContext, PAYOUT_CHECKOUTS_ROUTE } from './opened-context.js';
import {
  PAYOUT_CHECKOUT_LIFE,
  type OpenSession,
} from '../../model/payout-checkout/session/payout-checkout.js';
import { payoutIdOf } from '../../model/payout-checkout/session/payout-id.js';
import { insecureReturns, strangeReturns } from './returns-allowed.js';
import { EXPIRY } from './checkout-changes.js';

const OpenPayoutCheckoutInput = record(
  'OpenPayoutCheckoutInput',
  { key: IdempotencyKey, ...PayoutCheckoutRequest.required },
  {
    ...PayoutCheckoutRequest.optional,
    /** The key that opens it. */
    via: Via,
  },
);
type OpenPayoutCheckoutInput = t.TypeOf<typeof OpenPayoutCheckoutInput>;

/** The opened session, the same in each byte of its JSON for every retry, and whether this was answered before. */
export interface OpenedAnswer {
  readonly checkout: OpenedPayoutCheckout;
  readonly replayed: boolean;
}

type Refusal = InvalidInput | MakerNotAuthorized | BeneficiaryNotFound | ReferenceTaken;
type OpenPayoutCheckoutError = Refusal | IdempotencyKeyReused;

/**
 * Opens a session in which a maker is to authorize one payout (§4.10): amount, payee, its default account with
 * its bank, and the reference are frozen. The same key opens one session. Its answer holds the token, and is kept sealed.
 */
export type OpenPayoutCheckout = UseCase<
  OpenPayoutCheckoutInput,
  OpenPayoutCheckoutError,
  OpenedAnswer
>;
export const OpenPayoutCheckout = token<OpenPayoutCheckout>('OpenPayoutCheckout');

const TOKEN_BYTES = 32;

export const makeOpenPayoutCheckout = recipe(
  OpenPayoutCheckout,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Pages: HostedPages },
  ({ storage, clock, entropy, sealer, pages }) =>
    useCase(OpenPayoutCheckoutInput, async (tenant, { key, via, ...request }) => {
      const insecure = insecureReturns(request, pages);
      if (insecure.length > 0) return E.left(InvalidInput(insecure));
      const random = entropy.bytes(CHECKOUT_ID_BYTES + TOKEN_BYTES);
      const once = onceFor({ tenant, route: PAYOUT_CHECKOUTS_ROUTE, key }, request);
      const context = openedContext(once);
      const at = clock.now();
      const terms = { sessionId: checkoutId(random), expiresAt: at + PAYOUT_CHECKOUT_LIFE };
      const sealed = await sealer.seal(answerOf(terms, random, pages), context);
      const opened = await commit(storage, async (stores) => {
        const strange = await strangeReturns(stores, tenant, request, pages);
        const session =
          strange.length > 0
            ? E.left(InvalidInput(strange))
            : await newSession(stores, tenant, { ...request, via }, { random, at });
        const creation = E.map((one: OpenSession) => ({ body: sealed, changes: opening(one) }))(
          session,
        );
        return writeOnce(stores, once, creation, at);
      });
      if (E.isLeft(opened)) return opened;
      const { body, replayed } = opened.right;
      const answer = await openKept(sealer, { sealed: body, context });
      const checkout = JSON.parse(answer) as OpenedPayoutCheckout;
      return E.right({ checkout, replayed });
    }),
);

const newSession = async (
  stores: Stores,
  tenant: Tenant,
  request: PayoutCheckoutRequest & { readonly via: Via | undefined },
  { random, at }: { readonly random: Uint8Array; readonly at: EpochMs },
): Promise<E.Either<Refusal, OpenSession>> => {
  const { makerUserId, amount, transactionReference: reference, beneficiaryId } = request;
  const maker = await makerOf(stores, tenant, makerUserId);
  if (E.isLeft(maker)) return maker;
  const beneficiary = await stores.beneficiaries.find(tenant, beneficiaryId);
  if (beneficiary?.state !== 'approved') return E.left(BeneficiaryNotFound());
  const sessionId = checkoutId(random);
  const mine = payoutIdOf({ sessionId, createdAt: at });
  if (await stores.payouts.isHeld(tenant, reference, mine)) return E.left(ReferenceTaken());
  const account = defaultAccount(beneficiary);
  const { redirectUrl, cancelUrl, metadata, via } = request;
  return E.right({
    sessionId,
    ...tenant,
    makerUserId,
    amount: amount.value,
    reference,
    beneficiaryId,
    beneficiaryAccountNumber: account.accountNumber,
    payee: { name: beneficiary.name, ifsc: account.ifsc },
    tokenDigest: sha256(tokenOf(random)),
    createdAt: at,
    expiresAt: at + PAYOUT_CHECKOUT_LIFE,
    revision: 1,
    codesSent: 0,
    nextCodeAt: at,
    status: 'open',
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(cancelUrl !== undefined && { cancelUrl }),
    ...(metadata !== undefined && { metadata }),
    ...(via !== undefined && { via }),
  });
};

const opening = (session: OpenSession): Changes => {
  const { sessionId: subject, makerUserId: actor, createdAt: at, expiresAt: runAt } = session;
  return {
    by: { actor },
    at,
    work: [{ duty: EXPIRY, subject, tenant: tenantOf(session), runAt }],
    saves: [({ payoutCheckouts }) => payoutCheckouts.add(session)],
    entries: [openedEntry(session)],
  };
};

const tokenOf = (random: Uint8Array): string => hex(random.subarray(CHECKOUT_ID_BYTES));

const answerOf = (
  { sessionId, expiresAt }: Pick<OpenSession, 'sessionId' | 'expiresAt'>,
  random: Uint8Array,
  { baseUrl }: HostedPages,
): string => {
  const secret = tokenOf(random);
  const hostedUrl = `${baseUrl()}/payout/${sessionId}?token=${secret}`;
  return JSON.stringify({
    sessionId,
    token: secret,
    hostedUrl,
    expiresAt,
  } satisfies OpenedPayoutCheckout);
};
