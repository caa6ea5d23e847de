import type { TransactionId } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { archiveTables } from './archive/archive-store.js';
import { accessTables } from './access/access-store.js';
import { bankAnswerTables, type BankAnswers } from './settlement/bank-answer-store.js';
import { authorityTables } from './portal/authority-store.js';
import { beneficiaryTables } from './beneficiary/beneficiary-store.js';
import { collectionTables } from './collection/collection-store.js';
import { deliveryTables } from './webhook/delivery-store.js';
import { doubtTables } from './restore/doubt-store.js';
import { eventTables } from './journal/event-store.js';
import { factorTables } from './portal/factor-store.js';
import { idempotencyTables } from './idempotency/idempotency-store.js';
import { jobTables, type Jobs } from './intake/job-store.js';
import { journalRows } from './journal/journal-rows.js';
import { journalTables } from './journal/journal-store.js';
import { notificationTables } from './portal/notification-store.js';
import { payoutCheckoutTables } from './payout-checkout/payout-checkout-store.js';
import { isAtBank, type Payouts } from './payout/payout-queries.js';
import { payoutTables } from './payout/payout-store.js';
import { references } from './payout/references.js';
import { portalTables } from './portal/portal-store.js';
import { sealedRecordTables, type SealedTables } from './reseal/sealed-record-store.js';
import { sealTables } from './journal/seal-store.js';
import { settingsChangeTables } from './settings/settings-change-store.js';
import { tenancyTables } from './tenancy/tenancy-store.js';
import { reader, type Unit } from './engine/unit.js';
import { webhookTables } from './webhook/webhook-store.js';
import { workTables, type Tokens } from './duty/work-store.js';

/** Every table of one storage, by the store that reads and writes it. */
export type Tables = { readonly [K in keyof Stores]: (unit: Unit) => Stores[K] };

export const tables = (tokens: Tokens = { last: 0 }): Tables => {
  const payouts: Payouts = new Map();
  const jobs: Jobs = new Map();
  const answers: BankAnswers = { byId: new Map(), byPayout: new Map() };
  const rows = journalRows();
  const sealed: SealedTables = {
    secret_key: new Map(),
    webhook_endpoint: new Map(),
    settings_change: new Map(),
    checkout_session: new Map(),
    payment_link: new Map(),
    person_factors: new Map(),
    authority_key: new Map(),
  };
  const held = references();
  const tenancy = tenancyTables();
  const beneficiaries = beneficiaryTables();
  return {
    tenancy,
    access: accessTables(sealed.secret_key),
    beneficiaries,
    jobs: jobTables(jobs),
    payouts: payoutTables(payouts, held),
    journal: journalTables(rows),
    seals: sealTables(rows),
    events: eventTables(rows),
    work: workTables(tokens, ({ tenant, subject }) =>
      isAtBank(payouts, tenant, subject as TransactionId),
    ),
    idempotency: idempotencyTables(),
    bankAnswers: bankAnswerTables(answers),
    doubts: doubtTables(payouts),
    portal: portalTables(),
    factors: factorTables(sealed.person_factors),
    authority: authorityTables(sealed.authority_key),
    payoutCheckouts: payoutCheckoutTables(
      { tenancy: tenancy(reader), beneficiaries: beneficiaries(reader) },
      held,
    ),
    collections: collectionTables(sealed.checkout_session, sealed.payment_link),
    webhookEndpoints: webhookTables(sealed.webhook_endpoint),
    deliveries: deliveryTables(),
    settingsChanges: settingsChangeTables(sealed.settings_change),
    sealedRecords: sealedRecordTables(sealed),
    notifications: notificationTables(),
    archives: archiveTables({ payouts, jobs, answers, journals: rows }),
  };
};

/**
 * The stores of one unit. Written out, as each of its stores is, so that those of every unit have one shape, and reading
 * them is fast. A spread would also copy each member ten times as slowly.
 */
export const storesOf = (all: Tables, unit: Unit): Stores => ({
  tenancy: all.tenancy(unit),
  access: all.access(unit),
  beneficiaries: all.beneficiaries(unit),
  jobs: all.jobs(unit),
  payouts: all.payouts(unit),
  journal: all.journal(unit),
  seals: all.seals(unit),
  events: all.events(unit),
  work: all.work(unit),
  idempotency: all.idempotency(unit),
  bankAnswers: all.bankAnswers(unit),
  doubts: all.doubts(unit),
  portal: all.portal(unit),
  factors: all.factors(unit),
  authority: all.authority(unit),
  payoutCheckouts: all.payoutCheckouts(unit),
  collections: all.collections(unit),
  webhookEndpoints: all.webhookEndpoints(unit),
  deliveries: all.deliveries(unit),
  settingsChanges: all.settingsChanges(unit),
  sealedRecords: all.sealedRecords(unit),
  archives: all.archives(unit),
  notifications: all.notifications(unit),
});
