import { E, rowId, type DebitAccountId, type PackageCode } from '@hundi/core';
import type { Job, ReportFilter, ReportSearch, Stores } from '@hundi/core/storage';
import {
  aBankAnswer,
  aBeneficiary,
  aBeneficiaryId,
  aChallenge,
  aClaim,
  aCollection,
  accepts,
  aJob,
  anAnswer,
  anApiKey,
  anEntry,
  anIncident,
  anOrder,
  aPackage,
  aPaymentLink,
  approved,
  aSession,
  aTenant,
  aUser,
  changeTo,
  EPOCH,
  ordersOf,
  someWork,
} from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import type { Knex } from 'knex';
import { freshMemory, freshPostgres, type Fresh } from './fresh.test.support.js';
import { lookAtKeys } from './testing/plans-keys.js';
import { lookAtCheckouts } from './testing/plans-checkouts.js';
import { expiring } from './testing/plans-expiry.js';
import * as seals from './testing/plans-seals.js';
import { lookAtSettings, plantSettings } from './testing/plans-settings.js';
import * as webhooks from './testing/plans-deliveries.js';
import { plansOf, type Plan } from './plans.test.support.js';

const url = await postgresUrl();

const acme = aTenant('acme');
const job = aJob(acme, 1, { total: 400 });
const orders = ordersOf(job);
const ids = orders.map(({ transactionId }) => transactionId);

/** One row in every table that grows: what statistics would be old about. */
const plant = async (stores: Stores): Promise<void> => {
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
  await stores.collections.addSession(aCollection(acme, 900_000));
  await stores.collections.addLink(aPaymentLink(acme, 900_000));
  await plantSettings(stores, acme, 9_000, 1);
  await webhooks.plantDeliveries(stores, acme);
};

/** Thousands of rows in every table that grows. */
const grow = async (stores: Stores): Promise<void> => {
  const many = Array.from({ length: 6_000 }, (_, n) => String(n));
  const big: Job = aJob(acme, 2, { total: 20_000 });
  await stores.jobs.add([job, big]);
  await stores.jobs.add(many.map((_, n) => aJob(acme, n + 1_000)));
  await stores.payouts.add(ordersOf(big));
  await stores.payouts.index(acme, [big.jobId]);
  const pending = ordersOf(aJob(acme, 4, { total: 3_000 }));
  await stores.payouts.add(pending);
  await stores.payouts.decide(acme, pending.map(accepts));
  await stores.journal.append(many.map((n) => anEntry(acme, n, 1)));
  await stores.journal.raise(many.map((n) => anIncident(acme, n)));
  await seals.sealSome(stores, acme, 4_000);
  await stores.work.add(many.map((n) => someWork(acme, n)));
  await stores.idempotency.add(many.map((n) => anAnswer(acme, n)));
  await stores.bankAnswers.add(many.map((n) => aBankAnswer(n, rowId(big.jobId, Number(n)))));
  await stores.tenancy.putPackages(
    acme,
    many.map((n) => aPackage(`P-${n}`)),
  );
  for (let n = 0; n < 3_000; n += 1)
    await stores.beneficiaries.add(
      acme,
      aBeneficiary(acme, n, { packageCodes: [`P-${String(n % 50)}`] }),
    );
  await stores.access.putApiKeys(many.map((n) => anApiKey(acme, Number(n))));
  await webhooks.growDeliveries(stores, acme);
  await plantSettings(stores, acme, 0, 2_000);
  await stores.access.noteUses(many.map((keyId) => ({ keyId, usedAt: 1 })));
  await stores.tenancy.putUsers(
    acme,
    many.map((n) => aUser(Number(n), { email: `user-${n}@acme.example` })),
  );
  for (let n = 0; n < 2_000; n += 1) {
    await stores.portal.addChallenge(aChallenge(n));
    await stores.portal.addSession(aSession(acme, n));
    await stores.collections.addSession(aCollection(acme, n));
    await stores.collections.addLink(aPaymentLink(acme, n, { createdAt: n }));
  }
};

/**
 * Every statement that meets a table that grows, but for the line of doubt: drawing it walks through all payouts,
 * once.
 */
const exercise = async (stores: Stores): Promise<void> => {
  const { payouts, work, jobs, idempotency, bankAnswers, journal, beneficiaries } = stores;
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
  await payouts.explain(acme, orders);
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
  await work.add(ids.map((id) => someWork(acme, id)));
  const claimed = await work.claim(aClaim({ limit: 300 }));
  await work.held(claimed);
  await work.defer(claimed.slice(0, 100).map((item) => ({ ...item, runAt: 5 })));
  await work.fail(claimed.slice(0, 100));
  await work.finish(claimed);
  await work.skipTokens(5);
  await work.drop(ids.slice(0, 1));
  await work.drop(ids.slice(0, 100));
  await journal.raise([anIncident(acme, 'new')]);
  await journal.append(ids.slice(0, 50).map((id) => anEntry(acme, id, 1)));
  await idempotency.add([anAnswer(acme, 'new')]);
  await bankAnswers.add([aBankAnswer('new', ids[0] as never)]);
  const payee = aBeneficiary(acme, 500_000);
  await beneficiaries.add(acme, payee);
  await beneficiaries.replace(acme, approved(payee));
  await access.putApiKeys([anApiKey(acme, 1), anApiKey(acme, 500_000)]);
  await access.noteUses(ids.map((keyId) => ({ keyId, usedAt: 2 })));
  await access.noteUses([{ keyId: '1', usedAt: 2 }]);
  await stores.tenancy.holdCorporate(acme);
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
  await portal.endSession('session-500000');
  await stores.collections.replaceSession(aCollection(acme, 1, { sequence: 2 }));
  await stores.collections.replaceLink(aPaymentLink(acme, 1, { sequence: 2 }));
  await portal.forgetExpired({ challenges: EPOCH * 2, sessions: EPOCH * 2 }, 2);
  await webhooks.delivering(stores, acme);
};

const look = async (stores: Stores): Promise<void> => {
  const { payouts, work, jobs, idempotency, bankAnswers, journal, beneficiaries } = stores;
  const { tenancy, portal } = stores;
  await payouts.find(acme, ids[3] as never);
  await payouts.findAnywhere(ids[3] as never);
  await payouts.findMany(acme, ids);
  await payouts.findMany(acme, ids.slice(0, 1));
  await payouts.ofJob(acme, job.jobId, 100, 100);
  await payouts.undecidedOfJob(acme, job.jobId, 100, 100);
  await payouts.tally(acme, [job.jobId]);
  await payouts.tally(
    acme,
    Array.from({ length: 20 }, (_, n) => aJob(acme, n).jobId),
  );
  await report(stores);
  await jobs.find(acme, job.jobId);
  await jobs.findMany(Array.from({ length: 50 }, (_, n) => aJob(acme, n).jobId));
  await work.nextDues();
  await work.tally('send-to-bank', 5, 1_000);
  await work.lastToken();
  await stores.doubts.line();
  await journal.recentIncidents(5, 1_000);
  await journal.of(acme, ids[0] as never);
  await journal.latest(acme, undefined, undefined, 50);
  await journal.latest(acme, undefined, 3_000, 50);
  await journal.latest(acme, '1', undefined, 50);
  await journal.incidents(acme, 50);
  await journal.incidents(acme, 50, anIncident(acme, '3'));
  await waiting(stores);
  await seals.lookAtSeals(stores, acme, ids);
  await idempotency.find([anAnswer(acme, '1')]);
  await idempotency.find(ids.map((id) => anAnswer(acme, id)));
  await bankAnswers.of(ids.slice(0, 1));
  await bankAnswers.of(ids);
  await beneficiaries.find(acme, aBeneficiary(acme, 1).beneficiaryId);
  await beneficiaries.findMany(
    acme,
    Array.from({ length: 400 }, (_, n) => aBeneficiary(acme, n).beneficiaryId),
  );
  await beneficiaries.usedBeneIds(
    acme,
    Array.from({ length: 400 }, (_, n) => aBeneficiary(acme, n).beneId),
  );
  await tenancy.packagesAfter(acme, undefined, 51);
  await tenancy.packagesAfter(acme, 'P-3', 51);
  await beneficiaries.countByPackage(acme, ['P-1', 'P-2', 'P-60'] as PackageCode[]);
  await lookAtKeys(stores, acme);
  await tenancy.addressees('user-7@acme.example');
  await tenancy.addressees('stranger@acme.example');
  await portal.latestChallenges('address-7', 50);
  await portal.challenge('lc_7');
  await portal.session('session-7');
  await lookAtCheckouts(stores, acme);
  await webhooks.lookAtDeliveries(stores, acme);
  await lookAtSettings(stores, acme);
};

const everything: ReportFilter = {
  packageCodes: new Set(['VENDOR' as PackageCode]),
  debitAccountIds: new Set(),
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
};

/** Every statement of the list of what awaits approval. */
const waiting = async ({ payouts }: Stores): Promise<void> => {
  const { packageCodes } = everything;
  const debitAccountIds = new Set(['debit-1' as DebitAccountId]);
  const status = 'partially_approved';
  await payouts.awaiting(acme, { packageCodes, debitAccountIds }, undefined, 50);
  await payouts.awaiting(acme, { packageCodes, debitAccountIds, status }, ids[3], 50);
};

const TABLES = [
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
  'collection_sessions',
  'payment_links',
  ...webhooks.TABLES,
  'journal_seals',
  'events',
];

const GROWS = `(${TABLES.join('|')})`;

/** A row for each corporate, though its name begins like that of a table that grows. */
const SMALL = 'journal_heads';

/** What a search must name: a corporate alone is a walk through all that it has. */
const NARROW = new RegExp(
  [
    ...['payout_id', '\\bterm\\b', 'subject', 'job_id', '\\bkey\\b', 'bene_id', 'beneficiary_id'],
    ...['package_code', 'key_id', '\\bid\\b', 'duty', 'corporates', 'entry_no', 'email'],
    ...['address_key', 'challenge_id', 'session_id', 'expires_at', 'link_id', 'endpoint_id'],
    ...['ordinal', 'position', 'event_id', 'user_id', 'corporate_id >', '= c\\.corporate_id'],
  ].join('|'),
);

/** Steps that walk through a table that grows, or meet it before the rows that were bound. */
const walksInSqlite = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter(
    (step, i) =>
      new RegExp(`^SCAN (t|a|${GROWS})\\b`).test(step) ||
      (new RegExp(`^SEARCH (t|a|${GROWS})\\b`).test(step) && !NARROW.test(step)) ||
      (step.startsWith('SCAN jsonb_each') &&
        steps.slice(0, i).some((before) => /^SEARCH [ta] /.test(before))),
  );

/** Steps that walk through a table that grows, or join it in another way than row by row. */
const walksInPostgres = ({ steps }: Plan): ReadonlyArray<string> =>
  steps.filter(
    (step, i) =>
      new RegExp(`Seq Scan on ${GROWS}\\b`).test(step) ||
      /(Hash|Merge) (Join|\w+ Join)/.test(step) ||
      (new RegExp(`(Index|Index Only|Bitmap Index) Scan (using|on) (?!${SMALL})${GROWS}_`).test(
        step,
      ) &&
        !NARROW.test(steps[i + 1] ?? '')),
  );

const write = async (
  { storage }: Fresh,
  work: (stores: Stores) => Promise<void>,
): Promise<void> => {
  await storage.atomically<never, undefined>(async (stores) => {
    await work(stores);
    return E.right(undefined);
  });
};

/** Statistics that are missing, those of a table of one row, and true ones. */
const STATES: Readonly<
  Record<string, (fresh: Fresh, analyze: () => Promise<unknown>) => Promise<unknown>>
> = {
  'no statistics': (fresh) => write(fresh, grow),
  'old statistics': async (fresh, analyze) => {
    await write(fresh, plant);
    await analyze();
    await write(fresh, grow);
  },
  'true statistics': async (fresh, analyze) => {
    await write(fresh, grow);
    await analyze();
  },
};

/** Tens of thousands of rows are written first. */
const TIMEOUT_MS = 60_000;

for (const [state, prepare] of Object.entries(STATES)) {
  test.serial(`SQLite: with ${state}, no statement walks through a table that grows`, async (t) => {
    t.timeout(TIMEOUT_MS);
    const fresh = await freshMemory();
    t.teardown(fresh.close);
    await prepare(fresh, () => fresh.db.raw('ANALYZE'));

    for (const plan of await plansOf(fresh.db, exercise, look))
      t.deepEqual(walksInSqlite(plan), [], [plan.sql, ...plan.steps].join('\n'));
  });

  (url === undefined ? test.skip : test.serial)(
    `PostgreSQL: with ${state}, no statement walks through a table that grows`,
    async (t) => {
      t.timeout(TIMEOUT_MS);
      const fresh = await freshPostgres(url ?? '');
      t.teardown(fresh.close);
      await keepStatistics(fresh.db);
      await prepare(fresh, () => fresh.db.raw(`ANALYZE ${TABLES.join(', ')}`));

      for (const plan of await plansOf(fresh.db, exercise, look))
        t.deepEqual(walksInPostgres(plan), [], [plan.sql, ...plan.steps].join('\n'));
    },
  );
}

const keepStatistics = async (db: Knex): Promise<void> => {
  for (const table of TABLES) await db.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
};
