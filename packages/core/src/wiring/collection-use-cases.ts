import {
  AuthenticateSecretKey,
  makeAuthenticateSecretKey,
} from '../access/authenticate/authenticate-secret-key.js';
import { CreateSecretKey, makeCreateSecretKey } from '../access/manage-keys/create-secret-key.js';
import { ListSecretKeys, makeListSecretKeys } from '../access/manage-keys/list-secret-keys.js';
import { RevokeSecretKey, makeRevokeSecretKey } from '../access/manage-keys/revoke-secret-key.js';
import { RotateSecretKey, makeRotateSecretKey } from '../access/manage-keys/rotate-secret-key.js';
import {
  CancelCollection,
  makeCancelCollection,
} from '../collection/checkout/cancel-collection.js';
import {
  CancelPaymentLink,
  makeCancelPaymentLink,
} from '../collection/link/cancel-payment-link.js';
import { CloseCollection, makeCloseCollection } from '../collection/checkout/close-collection.js';
import {
  CreateCollection,
  makeCreateCollection,
} from '../collection/checkout/create-collection.js';
import {
  CreatePaymentLink,
  makeCreatePaymentLink,
} from '../collection/link/create-payment-link.js';
import { EnterCollection, makeEnterCollection } from '../collection/checkout/enter-collection.js';
import {
  ExpireCollections,
  makeExpireCollections,
} from '../collection/checkout/expire-collections.js';
import {
  GetCheckoutSettings,
  makeGetCheckoutSettings,
} from '../collection/settings/get-checkout-settings.js';
import { GetCollection, makeGetCollection } from '../collection/checkout/get-collection.js';
import { ListPaymentLinks, makeListPaymentLinks } from '../collection/link/list-payment-links.js';
import { OpenPaymentLink, makeOpenPaymentLink } from '../collection/link/open-payment-link.js';
import { PayByCard, makePayByCard } from '../collection/charge/pay-by-card.js';
import {
  PutCheckoutSettings,
  makePutCheckoutSettings,
} from '../collection/settings/put-checkout-settings.js';
import { QueryCharges, makeQueryCharges } from '../collection/charge/query-charges.js';
import {
  ResendPaymentLink,
  makeResendPaymentLink,
} from '../collection/link/resend-payment-link.js';
import {
  ReturnFromCollection,
  makeReturnFromCollection,
} from '../collection/checkout/return-from-collection.js';
import { ReverseCharges, makeReverseCharges } from '../collection/charge/reverse-charges.js';
import { ViewCollection, makeViewCollection } from '../collection/checkout/view-collection.js';
import { Causes } from '../duty/causes.js';
import { CardAcquirer } from '../ports/card-acquirer.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { HostedPages } from '../ports/hosted-pages.js';
import { Pacer } from '../ports/pacer.js';
import { Sealer } from '../ports/sealer.js';
import { Storage } from '../storage/storage.js';
import { MailAdministrators } from '../settings/mail-administrators.js';
import { provide, type Binder } from './provide.js';
import type { Token } from '../kernel/token.js';

/** Collection checkout and payment links: what merchants, their people and their customers do. */
export interface CollectionUseCases {
  readonly authenticateSecretKey: AuthenticateSecretKey;
  readonly listSecretKeys: ListSecretKeys;
  readonly createSecretKey: CreateSecretKey;
  readonly revokeSecretKey: RevokeSecretKey;
  readonly rotateSecretKey: RotateSecretKey;
  readonly cancelCollection: CancelCollection;
  readonly cancelPaymentLink: CancelPaymentLink;
  readonly closeCollection: CloseCollection;
  readonly createCollection: CreateCollection;
  readonly createPaymentLink: CreatePaymentLink;
  readonly enterCollection: EnterCollection;
  readonly getCheckoutSettings: GetCheckoutSettings;
  readonly getCollection: GetCollection;
  readonly listPaymentLinks: ListPaymentLinks;
  readonly openPaymentLink: OpenPaymentLink;
  readonly payByCard: PayByCard;
  readonly putCheckoutSettings: PutCheckoutSettings;
  readonly resendPaymentLink: ResendPaymentLink;
  readonly returnFromCollection: ReturnFromCollection;
  readonly viewCollection: ViewCollection;
}

/** The use cases of a container. */
export const collectionUseCases = (container: {
  readonly get: <T>(token: Token<T>) => T;
}): CollectionUseCases => ({
  authenticateSecretKey: container.get(AuthenticateSecretKey),
  listSecretKeys: container.get(ListSecretKeys),
  createSecretKey: container.get(CreateSecretKey),
  revokeSecretKey: container.get(RevokeSecretKey),
  rotateSecretKey: container.get(RotateSecretKey),
  cancelCollection: container.get(CancelCollection),
  cancelPaymentLink: container.get(CancelPaymentLink),
  closeCollection: container.get(CloseCollection),
  createCollection: container.get(CreateCollection),
  createPaymentLink: container.get(CreatePaymentLink),
  enterCollection: container.get(EnterCollection),
  getCheckoutSettings: container.get(GetCheckoutSettings),
  getCollection: container.get(GetCollection),
  listPaymentLinks: container.get(ListPaymentLinks),
  openPaymentLink: container.get(OpenPaymentLink),
  payByCard: container.get(PayByCard),
  putCheckoutSettings: container.get(PutCheckoutSettings),
  resendPaymentLink: container.get(ResendPaymentLink),
  returnFromCollection: container.get(ReturnFromCollection),
  viewCollection: container.get(ViewCollection),
});

/** The background work of card payments. */
export const COLLECTION_DUTIES = [ExpireCollections, QueryCharges, ReverseCharges];

/** Binds them; see `coreModule`. */
export const provideCollection = (options: Binder): void => {
  provideSecretKeys(options);
  provide(options, CancelCollection, makeCancelCollection, [Storage, Clock, Sealer]);
  provide(options, CancelPaymentLink, makeCancelPaymentLink, [Storage, Clock, Sealer, HostedPages]);
  provide(options, CloseCollection, makeCloseCollection, [Storage, Clock, Sealer, HostedPages]);
  provide(options, CreateCollection, makeCreateCollection, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    HostedPages,
    Pacer,
  ]);
  provide(options, CreatePaymentLink, makeCreatePaymentLink, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    HostedPages,
    Mailer,
    Pacer,
    Causes,
  ]);
  provide(options, EnterCollection, makeEnterCollection, [Storage, Sealer]);
  provide(options, ExpireCollections, makeExpireCollections, [Storage, Clock, Causes]);
  provide(options, GetCheckoutSettings, makeGetCheckoutSettings, [Storage]);
  provide(options, GetCollection, makeGetCollection, [Storage, Clock, Sealer, HostedPages]);
  provide(options, ListPaymentLinks, makeListPaymentLinks, [Storage, Sealer, HostedPages]);
  provide(options, OpenPaymentLink, makeOpenPaymentLink, [Storage, Clock, Entropy, Sealer, Pacer]);
  provide(options, PayByCard, makePayByCard, [Storage, Clock, Sealer, CardAcquirer, Pacer, Causes]);
  provide(options, PutCheckoutSettings, makePutCheckoutSettings, [
    Storage,
    Clock,
    Entropy,
    MailAdministrators,
  ]);
  provide(options, QueryCharges, makeQueryCharges, [Storage, Clock, CardAcquirer, Causes]);
  provide(options, ResendPaymentLink, makeResendPaymentLink, [
    Storage,
    Clock,
    Sealer,
    HostedPages,
    Mailer,
    Causes,
  ]);
  provide(options, ReturnFromCollection, makeReturnFromCollection, [Storage, Clock, Sealer]);
  provide(options, ReverseCharges, makeReverseCharges, [Storage, Clock, CardAcquirer, Causes]);
  provide(options, ViewCollection, makeViewCollection, [Storage, Clock, Sealer]);
};

const provideSecretKeys = (options: Binder): void => {
  provide(options, AuthenticateSecretKey, makeAuthenticateSecretKey, [
    Storage,
    Clock,
    Sealer,
    Causes,
  ]);
  provide(options, ListSecretKeys, makeListSecretKeys, [Storage]);
  provide(options, CreateSecretKey, makeCreateSecretKey, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    MailAdministrators,
  ]);
  provide(options, RevokeSecretKey, makeRevokeSecretKey, [Storage, Clock]);
  provide(options, RotateSecretKey, makeRotateSecretKey, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    MailAdministrators,
  ]);
};
