import { tenantOf } from '../../../kernel/values/tenant.js';
import * as t from 'io-ts';
import type { ActorNotFound } from '../../../model/access/access-errors.js';
import { ActorInput } from '../../../model/access/actor-input.js';
import { writeRecords } from '../../writer/write-changes.js';
import { onceFor, writeOnce } from '../../writer/write-once.js';
import { Causes } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import type { IdempotencyKeyReused } from '../../idempotency/idempotency-errors.js';
import type { OnceRequest } from '../../idempotency/once.js';
import { InvalidInput, invalid, stored, type Issue } from '../../../kernel/codecs/decode.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { CURRENCY, Paise } from '../../../kernel/values/money.js';
import { record } from '../../../kernel/codecs/record.js';
import { Description, Email, IdempotencyKey } from '../../../kernel/values/text.js';
import { Clock } from '../../../ports/clock.js';
import { Entropy } from '../../../ports/entropy.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { CheckoutReference } from '../../../model/collection/session/collection-session.js';
import type {
  NotALinkMaker,
  TooManyMails,
} from '../../../model/collection/session/collection-errors.js';
import { countLinkMail } from './link-mail-limits.js';
import { mailLink } from './link-mail.js';
import { linkPerson } from './link-person.js';
import { looksLikeAddress } from '../../../kernel/values/looks-like-address.js';
import {
  LinkLanguage,
  linkView,
  type PaymentLinkView,
} from '../../../model/collection/session/link-view.js';
import { makeLink, newLink } from './new-link.js';
import { LINKS_ROUTE } from '../../../model/collection/session/page-routes.js';
import { linkAddress, newPage } from '../page/page-token.js';
import { PaymentLink } from '../../../model/collection/session/payment-link.js';
import { GuardedMailer } from '../../duty/guarded-mailer.js';

/** The values of a new payment link. */
export const NewPaymentLink = record(
  'NewPaymentLink',
  { amount: Paise, currency: t.literal(CURRENCY), reference: CheckoutReference },
  { description: Description, email: Email, language: LinkLanguage },
);
export type NewPaymentLink = t.TypeOf<typeof NewPaymentLink>;

const CreatePaymentLinkInput = record(
  'CreatePaymentLinkInput',
  { ...ActorInput.required, ...NewPaymentLink.required },
  {
    ...NewPaymentLink.optional,
    /** Without one, each request makes a link. */
    key: IdempotencyKey,
  },
);
type CreatePaymentLinkInput = t.TypeOf<typeof CreatePaymentLinkInput>;

type CreatePaymentLinkError =
  | ActorNotFound
  | NotALinkMaker
  | InvalidInput
  | TooManyMails
  | IdempotencyKeyReused;

/** A link, and whether it was made by an earlier request with the same key. */
export interface CreatedPaymentLink {
  readonly link: PaymentLinkView;
  readonly replayed: boolean;
}

/** Makes a link that asks for one payment within 24 hours, and mails it to its address if it has one. */
export type CreatePaymentLink = UseCase<
  CreatePaymentLinkInput,
  CreatePaymentLinkError,
  CreatedPaymentLink
>;
export const CreatePaymentLink = token<CreatePaymentLink>('CreatePaymentLink');

interface Made {
  readonly link: PaymentLink;
  readonly merchant: string;
  readonly replayed: boolean;
}

export const makeCreatePaymentLink = recipe(
  CreatePaymentLink,
  {
    Storage,
    Clock,
    Entropy,
    Sealer: GuardedSealer,
    Pages: HostedPages,
    Mailer: GuardedMailer,
    Causes,
  },
  ({ storage, clock, entropy, sealer, pages, mailer, causes }) =>
    useCase(CreatePaymentLinkInput, async (tenant, { actorUserId, key, ...wanted }) => {
      const issues = addressesIn(wanted);
      if (issues.length > 0) return E.left(InvalidInput(issues));
      const once = key && onceFor({ tenant, route: LINKS_ROUTE, key }, actorUserId, wanted);
      const page = await newPage('pl', entropy, sealer);
      const made = await storage.atomically<CreatePaymentLinkError, Made>(async (stores) => {
        const allowed = await linkPerson(stores, tenant, actorUserId);
        if (E.isLeft(allowed)) return allowed;
        const corporate = await stores.tenancy.corporate(tenant);
        const link = newLink({ tenant, createdBy: actorUserId }, wanted, page, clock.now());
        const added = await addOnce(stores, once, link);
        return E.isLeft(added)
          ? added
          : E.right({ ...added.right, merchant: corporate?.name ?? '' });
      });
      if (E.isLeft(made)) return made;
      const { link, merchant, replayed } = made.right;
      const url = await linkAddress(link, pages, sealer);
      if (!replayed) mailLink({ mailer, causes }, link, merchant, url);
      return E.right({ link: linkView(link, url), replayed });
    }),
);

/** A mail of the bank's that leads elsewhere is phishing: what is mailed holds no address but the link's own. */
const addressesIn = (wanted: NewPaymentLink): ReadonlyArray<Issue> =>
  wanted.email === undefined
    ? []
    : (['reference', 'description'] as const)
        .filter((name) => looksLikeAddress(wanted[name] ?? ''))
        .map((name) =>
          invalid(
            `/${name}`,
            'expected text without a web or email address, because it is sent by mail; put a space after each full stop',
          ),
        );

const counted = async (
  stores: Stores,
  link: PaymentLink,
): Promise<E.Either<TooManyMails, undefined>> =>
  link.email === undefined
    ? E.right(undefined)
    : countLinkMail(stores, tenantOf(link), link.email, link.createdAt);

/** Adds a link, or finds the one that was made under the same key, as it was made. */
const addOnce = async (
  stores: Stores,
  once: OnceRequest | undefined,
  link: PaymentLink,
): Promise<E.Either<TooManyMails | IdempotencyKeyReused, Omit<Made, 'merchant'>>> => {
  const changes = makeLink(link);
  // A replayed request sends no second mail.
  const [earlier] = once === undefined ? [] : await stores.idempotency.find([once]);
  const room = earlier === undefined ? await counted(stores, link) : E.right(undefined);
  if (once === undefined) {
    if (E.isLeft(room)) return room;
    await writeRecords(stores, changes);
    return E.right({ link, replayed: false });
  }
  const body = JSON.stringify(PaymentLink.encode(link));
  const creation = E.isLeft(room) ? room : E.right({ body, changes });
  const answered = await writeOnce(stores, once, creation, link.createdAt);
  if (E.isLeft(answered)) return answered;
  const { body: kept, replayed } = answered.right;
  return E.right({ link: stored(PaymentLink, kept), replayed });
};
