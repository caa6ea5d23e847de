import type { Stores } from '@hundi/core';
import type { Dialect } from '../engine/dialect.js';
import type { Session } from '../engine/session.js';
import { accessStore } from './access-store.js';
import { bankAnswerStore } from './bank-answer-store.js';
import { beneficiaryStore } from './beneficiary-store.js';
import { collectionStore } from './collection-store.js';
import { deliveryStore } from './delivery-store.js';
import { doubtStore } from './doubt-store.js';
import { eventStore } from './event-store.js';
import { idempotencyStore } from './idempotency-store.js';
import { jobStore } from './job-store.js';
import { journalStore } from './journal-store.js';
import { payoutCheckoutStore } from './payout-checkout-store.js';
import { payoutStore } from './payout-store.js';
import { portalStore } from './portal-store.js';
import { sealStore } from './seal-store.js';
import { settingsChangeStore } from './settings-change-store.js';
import { tenancyStore } from './tenancy-store.js';
import { webhookEndpointStore } from './webhook-endpoint-store.js';
import { workStore } from './work-store.js';

/** Writes the statements of every store once; a session is all that changes from unit to unit. */
export const storesOf = (dialect: Dialect): ((session: Session) => Stores) => {
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
  const doubts = doubtStore();
  const portal = portalStore(dialect);
  const payoutCheckouts = payoutCheckoutStore(dialect);
  const collections = collectionStore(dialect);
  const webhookEndpoints = webhookEndpointStore(dialect);
  const deliveries = deliveryStore(dialect);
  const settingsChanges = settingsChangeStore(dialect);
  return (session) => ({
    tenancy: tenancy(session),
    access: access(session),
    beneficiaries: beneficiaries(session),
    jobs: jobs(session),
    payouts: payouts(session),
    journal: journal(session),
    seals: seals(session),
    events: events(session),
    work: work(session),
    idempotency: idempotency(session),
    bankAnswers: bankAnswers(session),
    doubts: doubts(session),
    portal: portal(session),
    payoutCheckouts: payoutCheckouts(session),
    collections: collections(session),
    webhookEndpoints: webhookEndpoints(session),
    deliveries: deliveries(session),
    settingsChanges: settingsChanges(session),
  });
};
