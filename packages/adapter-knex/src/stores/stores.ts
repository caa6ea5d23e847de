import type { Stores } from '@hundi/core/storage';
import type { Dialect } from '../engine/dialect.js';
import { lazily } from '../engine/lazily.js';
import type { Session } from '../engine/session.js';
import { accessStore } from './access/access-store.js';
import { archiveStore } from './archive/archive-store.js';
import { bankAnswerStore } from './settlement/bank-answer-store.js';
import { beneficiaryStore } from './beneficiary/beneficiary-store.js';
import { collectionStore } from './collection/collection-store.js';
import { deliveryStore } from './webhook/delivery-store.js';
import { doubtStore } from './restore/doubt-store.js';
import { eventStore } from './journal/event-store.js';
import { idempotencyStore } from './idempotency/idempotency-store.js';
import { jobStore } from './intake/job-store.js';
import { journalStore } from './journal/journal-store.js';
import { payoutCheckoutStore } from './payout-checkout/payout-checkout-store.js';
import { payoutStore } from './payout/payout-store.js';
import { authorityStore } from './portal/authority-store.js';
import { factorStore } from './portal/factor-store.js';
import { notificationStore } from './portal/notification-store.js';
import { portalStore } from './portal/portal-store.js';
import { sealedRecordStore } from './reseal/sealed-record-store.js';
import { sealStore } from './journal/seal/seal-store.js';
import { settingsChangeStore } from './settings/settings-change-store.js';
import { tenancyStore } from './tenancy/tenancy-store.js';
import { webhookEndpointStore } from './webhook/webhook-endpoint-store.js';
import type { FrontsOfUnit } from './duty/queue-front.js';
import { workStore } from './duty/work-store.js';

type Makers = {
  readonly [K in keyof Stores]: (session: Session, fronts: FrontsOfUnit) => Stores[K];
};

const makersOf = (dialect: Dialect): Makers => ({
  tenancy: tenancyStore(dialect),
  access: accessStore(dialect),
  beneficiaries: beneficiaryStore(dialect),
  jobs: jobStore(dialect),
  payouts: payoutStore(dialect),
  journal: journalStore(dialect),
  seals: sealStore(dialect),
  events: eventStore(dialect),
  work: workStore(dialect),
  idempotency: idempotencyStore(dialect),
  bankAnswers: bankAnswerStore(dialect),
  doubts: doubtStore(dialect),
  portal: portalStore(dialect),
  factors: factorStore(dialect),
  authority: authorityStore(dialect),
  payoutCheckouts: payoutCheckoutStore(dialect),
  collections: collectionStore(dialect),
  webhookEndpoints: webhookEndpointStore(dialect),
  deliveries: deliveryStore(dialect),
  settingsChanges: settingsChangeStore(dialect),
  sealedRecords: sealedRecordStore(),
  archives: archiveStore(dialect),
  notifications: notificationStore(dialect),
});

/**
 * Writes the statements of every store once; what changes from unit to unit is handed over. A unit needs about three of
 * the twenty stores, and to make them all takes as long as a statement.
 */
export const storesOf = (
  dialect: Dialect,
): ((session: Session, fronts: FrontsOfUnit) => Stores) => {
  const makers = makersOf(dialect);
  const names = Object.keys(makers) as ReadonlyArray<keyof Stores>;
  return (session, fronts) => lazily<Stores>(names, (name) => makers[name](session, fronts));
};
