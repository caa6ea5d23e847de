import { rowId } from '@hundi/core';
import type { Job, Stores } from '@hundi/core/storage';
import {
  aBankAnswer,
  aBeneficiary,
  aChallenge,
  aCollection,
  accepts,
  aJob,
  anAnswer,
  anApiKey,
  anEntry,
  anIncident,
  aPackage,
  aPaymentLink,
  aSession,
  anUpload,
  aTenant,
  aUser,
  changeTo,
  ordersOf,
  someWork,
  aSignature,
  personFactors,
  personNotifications,
} from '@hundi/testkit';
import * as archive from './plans-archive.js';
import * as webhooks from './plans-deliveries.js';
import * as seals from './plans-seals.js';
import { plantSettings } from './plans-settings.js';

export const acme = aTenant('acme');
export const job = aJob(acme, 1, { total: 400 });

/** The tables that grow. */
export const TABLES = [
  'payouts',
  'awaiting_approval',
  'payout_terms',
  'jobs',
  'journal',
  'work',
  'answers',
  'bank_answers',
  'beneficiaries',
  'beneficiary_packages',
  'packages',
  'api_keys',
  'api_key_use',
  'users',
  'login_challenges',
  'portal_sessions',
  'kept_uploads',
  'person_factors',
  'notification_looks',
  'person_notifications',
  'approval_signatures',
  'collection_sessions',
  'payment_links',
  ...webhooks.TABLES,
  ...archive.TABLES,
  'journal_seals',
  'events',
];

/** One person of each of many corporates: nobody reads of those of two at once. */
const tellOne = async ({ notifications }: Stores, n: number): Promise<void> => {
  const tenant = n === 7 ? acme : aTenant(`notified-${String(n)}`);
  await notifications.putLook({ tenant, position: n, lookedAt: n });
  await notifications.put(personNotifications(tenant, n));
};

/** One row in every table that grows: what statistics would be old about. */
export const plant = async (stores: Stores): Promise<void> => {
  await stores.tenancy.putPackages(acme, [aPackage('FIRST')]);
  const small = aJob(acme, 900, { total: 1 });
  await stores.jobs.add([small]);
  await stores.payouts.add(ordersOf(small));
  await stores.payouts.index(acme, [small.jobId]);
  await stores.payouts.decide(acme, ordersOf(small).map(accepts));
  await stores.journal.append([anEntry(acme, small.jobId, 1)]);
  await stores.journal.raise([anIncident(acme, small.jobId)]);
  await seals.sealSome(stores, acme, 1);
  await stores.work.add([someWork(acme, small.jobId)]);
  await stores.idempotency.add([anAnswer(acme, 'first')]);
  await stores.bankAnswers.add([aBankAnswer('first', rowId(small.jobId, 0))]);
  await stores.beneficiaries.add(acme, aBeneficiary(acme, 900_000));
  await stores.access.putApiKeys([anApiKey(acme, 900_000)]);
  await stores.access.noteUses([{ keyId: 'first', usedAt: 1 }]);
  await stores.tenancy.putUsers(acme, [aUser(900_000, { email: 'first@acme.example' })]);
  await stores.portal.addChallenge(aChallenge(900_000));
  await stores.portal.addSession(aSession(acme, 900_000));
  await stores.portal.keepUpload(anUpload(acme, 900_000), 3);
  await stores.factors.put(personFactors(acme, 900_000));
  await tellOne(stores, 900_000);
  await stores.authority.addSignature(aSignature(acme, 900_000));
  await stores.collections.addSession(aCollection(acme, 900_000));
  await stores.collections.addLink(aPaymentLink(acme, 900_000));
  await plantSettings(stores, acme, 9_000, 1);
  await webhooks.plantDeliveries(stores, acme);
  await archive.archiveSome(stores, acme, 400_000, 1);
};

/** Thousands of rows in every table that grows: up to so many. */
export const grow = async (stores: Stores, rows = 6_000): Promise<void> => {
  const many = Array.from({ length: rows }, (_, n) => String(n));
  const big: Job = aJob(acme, 2, { total: 20_000 });
  await stores.jobs.add([job, big]);
  await stores.jobs.add(many.map((_, n) => aJob(acme, n + 1_000)));
  await stores.payouts.add(ordersOf(big));
  await stores.payouts.index(acme, [big.jobId]);
  const pending = ordersOf(aJob(acme, 4, { total: rows / 2 }));
  await stores.payouts.add(pending);
  await stores.payouts.decide(acme, pending.map(accepts));
  const paid = ordersOf(aJob(acme, 5, { total: rows / 2 }));
  await stores.payouts.add(paid);
  await stores.payouts.decide(acme, paid.map(accepts));
  await stores.payouts.advance(
    acme,
    paid.map((order, n) => {
      const names = { utr: `UTR-${String(n)}`, bankReference: `BANK-${String(n)}`, paidAt: n };
      return { awaited: true, ...changeTo(order, 'paid', 2, names) };
    }),
  );
  await stores.journal.append(many.map((n) => anEntry(acme, n, 1)));
  await stores.journal.raise(many.map((n) => anIncident(acme, n)));
  await seals.sealSome(stores, acme, (rows * 2) / 3);
  await stores.work.add(many.map((n) => someWork(acme, n)));
  await stores.idempotency.add(many.map((n) => anAnswer(acme, n)));
  await stores.bankAnswers.add(many.map((n) => aBankAnswer(n, rowId(big.jobId, Number(n)))));
  await stores.tenancy.putPackages(
    acme,
    many.map((n) => aPackage(`P-${n}`)),
  );
  for (let n = 0; n < rows / 2; n += 1)
    await stores.beneficiaries.add(
      acme,
      aBeneficiary(acme, n, { packageCodes: [`P-${String(n % 50)}`] }),
    );
  await stores.access.putApiKeys(many.map((n) => anApiKey(acme, Number(n))));
  await webhooks.growDeliveries(stores, acme);
  await archive.archiveSome(stores, acme, 100_000, rows / 2);
  await plantSettings(stores, acme, 0, rows / 3);
  await stores.access.noteUses(many.map((keyId) => ({ keyId, usedAt: 1 })));
  await stores.tenancy.putUsers(
    acme,
    many.map((n) => aUser(Number(n), { email: `user-${n}@acme.example` })),
  );
  for (let n = 0; n < rows / 3; n += 1) {
    await stores.portal.addChallenge(aChallenge(n));
    await stores.portal.addSession(aSession(acme, n));
    await stores.portal.keepUpload(anUpload(acme, n, { userId: `user-${String(n)}` as never }), 3);
    await stores.factors.put(personFactors(acme, n));
    await tellOne(stores, n);
    await stores.authority.addSignature(aSignature(acme, n));
    await stores.collections.addSession(aCollection(acme, n));
    await stores.collections.addLink(aPaymentLink(acme, n, { createdAt: n }));
  }
};
