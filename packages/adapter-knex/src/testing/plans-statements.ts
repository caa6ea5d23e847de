import { rowId, type DebitAccountId, type PackageCode } from '@hundi/core';
import type { ReportFilter, ReportSearch, Stores } from '@hundi/core/storage';
import {
  aBankAnswer,
  aBeneficiary,
  aBeneficiaryId,
  aChallenge,
  aClaim,
  aCollection,
  accepts,
  aJob,
  anAccount,
  anAnswer,
  anApiKey,
  anEntry,
  anIncident,
  anOrder,
  aPaymentLink,
  approved,
  deactivated,
  aSession,
  anUpload,
  aUser,
  changeTo,
  EPOCH,
  ordersOf,
  aSignature,
  personFactors,
  personNotifications,
  someWork,
} from '@hundi/testkit';
import { archiving, lookAtArchive } from './plans-archive.js';
import { lookAtCheckouts } from './plans-checkouts.js';
import * as webhooks from './plans-deliveries.js';
import { expiring } from './plans-expiry.js';
import { lookAtKeys } from './plans-keys.js';
import { acme, job } from './plans-rows.js';
import * as seals from './plans-seals.js';
import { lookAtSettings } from './plans-settings.js';

const orders = ordersOf(job);
const ids = orders.map(({ transactionId }) => transactionId);

/** Every statement that writes of due work. */
const claimAndEnd = async ({ work }: Stores): Promise<void> => {
  await work.add(ids.map((id) => someWork(acme, id)));
  const claimed = await work.claim(aClaim({ limit: 300 }));
  await work.claimOf(acme, [{ first: ids[0] as string, last: ids.at(-1) as string }], {
    dueBy: 5,
    ...aClaim({ limit: 300 }),
  });
  await work.held(claimed);
  await work.hold(acme, ids);
  await work.giveBack(claimed.slice(0, 100).map((item) => ({ ...item, runAt: 5 })));
  await work.defer(claimed.slice(0, 100).map((item) => ({ ...item, runAt: 5 })));
  await work.fail(claimed.slice(0, 100));
  await work.finish(claimed);
  await work.skipTokens(5);
  await work.drop(acme, ids.slice(0, 1));
  await work.drop(acme, ids.slice(0, 100));
};

/** Every statement that meets a table that grows. */
export const exercise = async (stores: Stores): Promise<void> => {
  const { payouts, jobs, idempotency, bankAnswers, journal, beneficiaries } = stores;
  const { access, portal } = stores;
  await payouts.add(orders);
  await payouts.add(
    orders.map((order, n) => ({ ...order, transactionId: rowId(aJob(acme, 3).jobId, n) })),
  );
  await payouts.decide(acme, orders.map(accepts));
  await payouts.advance(
    acme,
    orders.map((order) => changeTo(order, 'approved', 2)),
  );
  await payouts.explain(
    acme,
    orders.map(({ transactionId }) => ({ transactionId, follows: 2 })),
  );
  await payouts.index(acme, [job.jobId]);
  await payouts.index(
    acme,
    Array.from({ length: 20 }, (_, n) => aJob(acme, n).jobId),
  );
  await payouts.add([anOrder(acme, 700)]);
  await payouts.advance(
    acme,
    orders.map((order) => changeTo(order, 'failed', 3)),
  );
  await jobs.advance([{ ...job, status: 'processing', sequence: 2 }]);
  await claimAndEnd(stores);
  await journal.raise([anIncident(acme, 'new')]);
  await journal.append(ids.slice(0, 50).map((id) => anEntry(acme, id, 1)));
  await idempotency.add([anAnswer(acme, 'new')]);
  await bankAnswers.add([aBankAnswer('new', ids[0] as never)]);
  const payee = aBeneficiary(acme, 500_000);
  await beneficiaries.add(acme, payee);
  const known = approved(payee);
  await beneficiaries.replace(acme, known);
  const ended = deactivated(known);
  await beneficiaries.replace(acme, ended);
  await beneficiaries.replace(acme, { ...payee, revision: ended.revision + 1 });
  await access.putApiKeys([anApiKey(acme, 1), anApiKey(acme, 500_000)]);
  await access.noteUses(ids.map((keyId) => ({ keyId, usedAt: 2 })));
  await access.noteUses([{ keyId: '1', usedAt: 2 }]);
  await stores.tenancy.holdCorporate(acme);
  await stores.factors.hold(acme, 'user-7' as never);
  await stores.payouts.hold(acme, ids);
  await expiring(stores, acme);
  await seals.sealSome(stores, acme, 500);
  await stores.tenancy.putUsers(acme, [aUser(1, { email: 'new@acme.example' })]);
  await portal.addChallenge(aChallenge(500_000, { addressKey: 'address-1', sequence: 2 }));
  await portal.countTry('lc_1', 5, 1);
  await portal.useChallenge('lc_1', 1);
  await portal.addSession(aSession(acme, 500_000));
  await portal.noteSessionUses([{ sessionId: 'session-1', usedAt: EPOCH * 2 }]);
  await portal.confirmSession('session-1', EPOCH * 2);
  await portal.sessionsOf(acme, 'user-1' as never);
  await portal.noteFactor('session-1', { at: EPOCH * 2, kind: 'totp', seal: '0' });
  await portal.endSession('session-500000');
  await portal.keepUpload(anUpload(acme, 500_000), 3);
  await stores.factors.put(personFactors(acme, 500_000));
  await stores.factors.put(personFactors(acme, 500_000, { revision: 2 }));
  await stores.notifications.put(personNotifications(acme, 500_000));
  await stores.notifications.put(personNotifications(acme, 500_000, { revision: 2 }));
  await stores.notifications.putLook({ tenant: acme, position: 1, lookedAt: 1 });
  await stores.authority.addKey({ id: 'authority', sealedKey: 'sealed' });
  await stores.authority.addSignature(aSignature(acme, 500_000));
  await stores.collections.replaceSession(aCollection(acme, 1, { sequence: 2 }));
  await stores.collections.replaceLink(aPaymentLink(acme, 1, { sequence: 2 }));
  await portal.forgetExpired({ challenges: EPOCH * 2, sessions: EPOCH * 2, uploads: EPOCH * 2 }, 2);
  await webhooks.delivering(stores, acme);
  await archiving(stores, acme);
  await stores.doubts.draw(EPOCH);
};

/** Every statement that reads of payees, and of who may log in. */
const lookAtPeople = async (stores: Stores): Promise<void> => {
  const { beneficiaries, tenancy, portal } = stores;
  await beneficiaries.find(acme, aBeneficiary(acme, 1).beneficiaryId);
  await beneficiaries.findMany(
    acme,
    Array.from({ length: 400 }, (_, n) => aBeneficiary(acme, n).beneficiaryId),
  );
  await beneficiaries.findByBeneIds(
    acme,
    Array.from({ length: 400 }, (_, n) => aBeneficiary(acme, n).beneId),
  );
  await beneficiaries.holders(
    acme,
    Array.from({ length: 400 }, (_, n) => aBeneficiary(acme, n).beneId),
  );
  await beneficiaries.withAccounts(
    acme,
    Array.from({ length: 400 }, (_, n) => anAccount(n).accountNumber),
  );
  await tenancy.packagesAfter(acme, undefined, 51);
  await tenancy.packagesAfter(acme, 'P-3', 51);
  await tenancy.surroundings(acme, ['user-7', 'user-8'] as never, ['P-1', 'P-2'] as PackageCode[]);
  const { beneficiaryId: after } = aBeneficiary(acme, 1);
  const packageCodes = new Set(['P-1', 'P-2'] as PackageCode[]);
  await beneficiaries.following(acme, { packageCodes }, undefined, 51);
  await beneficiaries.following(acme, { packageCodes, state: 'approved' }, after, 51);
  await beneficiaries.following(acme, { packageCodes, changePending: true }, after, 51);
  await beneficiaries.countByPackage(acme, ['P-1', 'P-2', 'P-60'] as PackageCode[]);
  await lookAtKeys(stores, acme);
  await tenancy.addressees('user-7@acme.example');
  await tenancy.addressees('stranger@acme.example');
  await portal.latestChallenges('address-7', 50);
  await portal.challenge('lc_7');
  await portal.session('session-7');
  await portal.upload(acme, 'user-7' as never, 'upload-0000007');
  await stores.factors.find(acme, 'user-7' as never);
  await stores.factors.findMany(acme, ['user-7', 'user-8', 'user-9'] as never);
  await stores.factors.byId('pf_0007');
  await stores.notifications.find(acme, 'user-7' as never);
  await stores.notifications.ofCorporate(acme);
  await stores.notifications.look(acme);
  await stores.authority.key();
  await stores.authority.signature(acme, 'fc_0007');
  await stores.authority.signaturesAfter(acme, 'fc_0007', 50);
  await lookAtCheckouts(stores, acme);
};

/** Every statement that reads of a table that grows. */
export const look = async (stores: Stores): Promise<void> => {
  const { payouts, work, jobs, idempotency, bankAnswers, journal } = stores;
  await payouts.find(acme, ids[3] as never);
  await payouts.findAnywhere([ids[3] as never]);
  await payouts.holders('R-7', 50);
  await payouts.findMany(acme, ids);
  await payouts.findMany(acme, ids.slice(0, 1));
  await payouts.ofJob(acme, job.jobId, 100, 100);
  await lookAtArchive(stores, acme);
  await payouts.undecided(acme, ids);
  await payouts.undecidedOfJob(acme, job.jobId, 100, 100);
  await payouts.approvedOfJob(acme, job.jobId, 100, 100);
  await payouts.tally(acme, [job.jobId]);
  await payouts.tally(
    acme,
    Array.from({ length: 20 }, (_, n) => aJob(acme, n).jobId),
  );
  await report(stores);
  await jobs.find(acme, job.jobId);
  await jobs.newest(acme, undefined, 51);
  await jobs.newest(acme, aJob(acme, 2_000).jobId, 1_000);
  await jobs.findMany(Array.from({ length: 50 }, (_, n) => aJob(acme, n)));
  await work.nextDues(5);
  await work.tally('send-to-bank', 5, 1_000);
  await work.earliest('send-to-bank', 1_000);
  await work.earliest('send-to-bank', 1_000, { runAt: 5, subject: ids[0] as never });
  await work.ofSubjects(acme, ids.slice(0, 1));
  await work.ofSubjects(acme, ids);
  await work.tallyUnknown(1_000);
  await work.lastToken();
  await stores.doubts.line();
  await journal.recentIncidents(5, 1_000);
  await journal.of(acme, ids[0] as never);
  await journal.latest(acme, undefined, undefined, 50);
  await journal.latest(acme, undefined, 3_000, 50);
  await journal.latest(acme, '1', undefined, 50);
  await journal.latestIncidents(50);
  await journal.latestIncidents(50, 3_000);
  await journal.incidentsAbout(acme, ids.slice(0, 1));
  await journal.incidentsAbout(acme, ids);
  await journal.incidents(acme, 50);
  await journal.incidents(acme, 50, anIncident(acme, '3'));
  await waiting(stores);
  await seals.lookAtSeals(stores, acme, ids);
  await idempotency.find([anAnswer(acme, '1')]);
  await idempotency.find(ids.map((id) => anAnswer(acme, id)));
  const answered = ids.map((transactionId) => ({ tenant: acme, transactionId }));
  await bankAnswers.of(answered.slice(0, 1));
  await bankAnswers.of(answered);
  await lookAtPeople(stores);
  await webhooks.lookAtDeliveries(stores, acme);
  await lookAtSettings(stores, acme);
};

const everything = {
  packageCodes: new Set(['VENDOR' as PackageCode]),
  debitAccountIds: new Set<DebitAccountId>(),
};

/** Few or none of the newest payouts meet them, so that a search goes on to the terms. */
const searches: ReadonlyArray<ReportSearch> = [
  { beneficiaryIds: [], prefix: 'none' },
  { beneficiaryIds: [], prefix: 'BATCH-2-1234' },
  { beneficiaryIds: [], prefix: 'BATCH-2-12345' },
  { beneficiaryIds: [], prefix: job.jobId, amount: 7 },
  { beneficiaryIds: [aBeneficiaryId(2)], prefix: '%' },
  { beneficiaryIds: Array.from({ length: 900 }, (_, n) => aBeneficiaryId(n + 2)), prefix: '0' },
];

/** Every statement of a report. */
const report = async ({ payouts }: Stores): Promise<void> => {
  const asked = async (filter: ReportFilter, before?: (typeof ids)[number]): Promise<void> => {
    await payouts.report(acme, filter, before, 50, 50_000);
  };
  const none = { ...everything, packageCodes: new Set<PackageCode>() };
  await asked(everything);
  await asked(everything, ids[3]);
  await asked({ ...none, status: 'paid' });
  await asked({ ...everything, transactionId: ids[3] as never });
  await asked({ ...none, search: { beneficiaryIds: [], prefix: 'BATCH' } });
  await asked({ ...none, createdFrom: EPOCH, createdBefore: EPOCH + 9 }, ids[3]);
  for (const search of searches) await asked({ ...everything, search });
  await asked({ status: 'paid' });
  await payouts.tallySpans(acme, everything, [EPOCH, EPOCH + 9], 100_000);
  await payouts.tallySpans(acme, { ...none, createdFrom: EPOCH, status: 'paid' }, [EPOCH], 1);
  await payouts.namedByBank(acme, 'UTR-7', 50);
  await payouts.ofReference(acme, 'REF-7', 50);
};

/** Every statement of the list of what awaits approval. */
const waiting = async ({ payouts }: Stores): Promise<void> => {
  const { packageCodes } = everything;
  const debitAccountIds = new Set(['debit-1' as DebitAccountId]);
  const status = 'partially_approved';
  await payouts.awaiting(acme, { packageCodes, debitAccountIds }, undefined, 50);
  await payouts.awaiting(acme, { packageCodes, debitAccountIds, status }, ids[3], 50);
  const narrow = { jobId: ids[0] as never, makerUserId: 'u-maker' as never, createdUpTo: EPOCH };
  const filter = { packageCodes, debitAccountIds, ...narrow, minAmount: 1, maxAmount: 9 };
  await payouts.awaiting(acme, filter, undefined, 50);
  await payouts.awaitingGroups(acme, { packageCodes, debitAccountIds }, 50);
  await payouts.awaitingGroups(acme, filter, 50);
  const reach = { packageCodes, debitAccountIds };
  await payouts.lastPaid(acme, [aBeneficiaryId(1)], undefined, 5);
  await payouts.lastPaid(acme, [aBeneficiaryId(1)], [reach], 5);
  await payouts.lastPaid(
    acme,
    Array.from({ length: 500 }, (_, n) => aBeneficiaryId(n)),
    [reach, { packageCodes, debitAccountIds: new Set<DebitAccountId>() }],
    5,
  );
};
