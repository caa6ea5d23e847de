import type { Stores } from '@hundi/core/storage';
import type { Dialect } from '../engine/dialect.js';
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
import { portalStore } from './portal/portal-store.js';
import { sealedRecordStore } from './reseal/sealed-record-store.js';
import { sealStore } from './journal/seal/seal-store.js';
import { settingsChangeStore } from './settings/settings-change-store.js';
import { tenancyStore } from './tenancy/tenancy-store.js';
import { webhookEndpointStore } from './webhook/webhook-endpoint-store.js';
import type { FrontsOfUnit } from './duty/queue-front.js';
import { workStore } from './duty/work-store.js';

/** Writes the statements of every store once; what changes from unit to unit is handed over. */
export const storesOf = (
  dialect: Dialect,
): ((session: Session, fronts: FrontsOfUnit) => Stores) => {
  const tenancy = tenancyStore(dialect);
  const access = accessStore(dialect);
  const beneficiaries = beneficiaryStore(dialect);
  const jobs = jobStore(dialect);
  const payouts = payoutStore(dialect);
  const journal = journalStore(dialect);
  const seals = sealStore(dialect);
  const events = eventStore(dialect);
  const work = workStore(dialect);
  const idempotency = idempotencyStore(dialect);
  const bankAnswers = bankAnswerStore(dialect);
  const doubts = doubtStore(dialect);
  const portal = portalStore(dialect);
  const payoutCheckouts = payoutCheckoutStore(dialect);
  const collections = collectionStore(dialect);
  const webhookEndpoints = webhookEndpointStore(dialect);
  const deliveries = deliveryStore(dialect);
  const settingsChanges = settingsChangeStore(dialect);
  const sealedRecords = sealedRecordStore();
  const archives = archiveStore(dialect);
  return (session, fronts) => ({
    tenancy: tenancy(session),
    access: access(session),
    beneficiaries: beneficiaries(session),
    jobs: jobs(session),
    payouts: payouts(session),
    journal: journal(session),
    seals: seals(session),
    events: events(session),
    work: work(session, fronts),
    idempotency: idempotency(session),
    bankAnswers: bankAnswers(session),
    doubts: doubts(session),
    portal: portal(session),
    payoutCheckouts: payoutCheckouts(session),
    collections: collections(session),
    webhookEndpoints: webhookEndpoints(session),
    deliveries: deliveries(session),
    settingsChanges: settingsChanges(session),
    sealedRecords: sealedRecords(session),
    archives: archives(session),
  });
};
