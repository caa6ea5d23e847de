import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import type { Storage, Stores } from '@hundi/core/storage';
import { aBeneficiary, approved } from '../../kit/build/beneficiary.js';
import { aTransactionId, EPOCH } from '../../kit/build/ids.js';
import { aPackage } from '../../kit/build/package.js';
import { accepts, aJob, anOrder, changeTo, ordersOf, turnsAway } from '../../kit/build/payout.js';
import {
  aBankAnswer,
  aClaim,
  anApiKey,
  anEndpoint,
  anEntry,
  anIncident,
  aSecretKey,
  LEASE_MS,
  someWork,
} from '../../kit/build/records.js';
import { aBank, aCorporate, aDebitAccount, aRole, aUser } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, sortedBy, type ContractCase } from '../contract-case.js';
import type { HeldWork, LimitUse, PayoutOrder } from '@hundi/core/storage';

const job = aJob(acme, 1);
const [one, two, three] = ordersOf(job) as [PayoutOrder, PayoutOrder, PayoutOrder];
const payee = aBeneficiary(acme, 1);
const limit = (amount: bigint) =>
  ({ packageCode: 'VENDOR', day: '2026-01-05', amount }) as LimitUse;

/** Some of everything; answers the work that is held. */
const prepare = async (stores: Stores): Promise<ReadonlyArray<HeldWork>> => {
  await stores.tenancy.putBank(aBank(acme));
  await stores.tenancy.putCorporate(aCorporate(acme));
  await stores.tenancy.putRoles(acme, [aRole('maker')]);
  await stores.tenancy.putUsers(acme, [aUser(1)]);
  await stores.tenancy.putDebitAccounts(acme, [aDebitAccount(1)]);
  await stores.tenancy.putPackages(acme, [aPackage('VENDOR')]);
  await stores.access.putApiKeys([anApiKey(acme, 1)]);
  await stores.access.putSecretKeys([aSecretKey(acme, 1)]);
  await stores.access.noteUses([{ keyId: 'api-key-1', usedAt: 5 }]);
  await stores.webhookEndpoints.put([anEndpoint(acme, 1)]);
  await stores.beneficiaries.add(acme, payee);
  await stores.jobs.add([job]);
  await stores.payouts.add([one, two, three]);
  await stores.payouts.decide(acme, [accepts(one)]);
  await stores.payouts.useLimits(acme, [limit(10n)]);
  await stores.journal.append([anEntry(acme, 'subject', 1)]);
  await stores.journal.raise([anIncident(acme, 'subject')]);
  await stores.bankAnswers.add([aBankAnswer('a', one.transactionId)]);
  await stores.work.add(['a', 'b', 'c', 'd'].map((subject) => someWork(acme, subject)));
  return stores.work.claim(aClaim({ limit: 2 }));
};

/** Changes all of it, and adds to all of it. */
const upset = async (stores: Stores, [a, b]: ReadonlyArray<HeldWork>): Promise<void> => {
  assert.ok(a !== undefined && b !== undefined);
  await stores.tenancy.putBank(aBank(acme, { name: 'Other' }));
  await stores.tenancy.putCorporate(aCorporate(acme, { name: 'Other' }));
  await stores.tenancy.putRoles(acme, [aRole('maker', { permissions: [] })]);
  await stores.tenancy.putUsers(acme, [aUser(1, { username: 'Other' }), aUser(2)]);
  await stores.tenancy.putDebitAccounts(acme, [aDebitAccount(1, { status: 'inactive' })]);
  await stores.tenancy.putPackages(acme, [aPackage('VENDOR', { name: 'Other' })]);
  await stores.access.putApiKeys([anApiKey(acme, 1, { revokedAt: 1 }), anApiKey(acme, 2)]);
  await stores.access.putSecretKeys([aSecretKey(acme, 1, { revokedAt: 1 }), aSecretKey(acme, 2)]);
  await stores.access.noteUses(['api-key-1', 'api-key-2'].map((keyId) => ({ keyId, usedAt: 6 })));
  await stores.webhookEndpoints.put([anEndpoint(acme, 1, { url: 'https://other.example/' })]);
  await stores.beneficiaries.replace(acme, approved(payee));
  await stores.jobs.advance([{ ...job, status: 'processing', sequence: 2 }]);
  await stores.payouts.add([anOrder(acme, 9)]);
  await stores.payouts.decide(acme, [accepts(two), turnsAway(three)]);
  await stores.payouts.advance(acme, [changeTo(one, 'failed')]);
  await stores.payouts.useLimits(acme, [limit(5n)]);
  await stores.journal.append([anEntry(acme, 'subject', 2)]);
  await stores.journal.raise([anIncident(acme, 'other')]);
  await stores.bankAnswers.add([aBankAnswer('b', one.transactionId)]);
  await stores.work.finish([a]);
  await stores.work.defer([{ ...b, duty: 'query-unknowns', runAt: EPOCH }]);
  await stores.work.add([someWork(acme, 'c', { duty: 'process-jobs' }), someWork(acme, 'e')]);
  await stores.work.claim(aClaim());
};

/** All that can be read of it. */
const snapshot = (storage: Storage) =>
  storage.read(async (stores) => ({
    bank: await stores.tenancy.bank(acme),
    corporate: await stores.tenancy.corporate(acme),
    actors: await stores.tenancy.actors(acme, [aUser(1).userId]),
    users: await stores.tenancy.users(acme),
    debitAccounts: await stores.tenancy.debitAccounts(acme),
    packages: await stores.tenancy.packages(acme),
    apiKeys: await stores.access.apiKeysOf(acme),
    secretKeys: await stores.access.secretKeysOf(acme),
    uses: await stores.access.uses(['api-key-1', 'api-key-2']),
    endpoints: await stores.webhookEndpoints.of(acme),
    payee: await stores.beneficiaries.find(acme, payee.beneficiaryId),
    approved: await stores.beneficiaries.list(acme, { state: 'approved', page: 1, limit: 10 }),
    job: await stores.jobs.find(acme, job.jobId),
    rows: await stores.payouts.ofJob(acme, job.jobId, 0, 10),
    tally: sortedBy(
      ({ intake, status = '' }) => `${intake} ${status}`,
      await stores.payouts.tally(acme, [job.jobId]),
    ),
    absent: await stores.payouts.findAnywhere([aTransactionId(9)]),
    entries: await stores.journal.of(acme, 'subject'),
    incidents: await stores.journal.incidents(acme, 10),
    answers: await stores.bankAnswers.of([one]),
    dues: await stores.work.nextDues(EPOCH),
  }));

export const undoContract: ReadonlyArray<ContractCase> = [
  {
    title: 'an undone unit of work leaves every kind of record as it was',
    run: async (storage) => {
      const held = await commit(storage, prepare);
      const before = await snapshot(storage);
      await storage.atomically<string, never>(async (stores) => {
        await upset(stores, held);
        return E.left('no');
      });

      assert.deepEqual(await snapshot(storage), before);
      assert.deepEqual(
        await commit(storage, ({ payouts }) => payouts.holdLimits(acme, [limit(0n)])),
        [limit(10n)],
      );
      assert.deepEqual(
        [...(await commit(storage, ({ work }) => work.held(held)))].sort(),
        held.map(({ subject }) => subject).sort(),
      );
      const claims = await commit(storage, async ({ work }) => [
        await work.claim(aClaim()),
        await work.claim(aClaim({ now: EPOCH + LEASE_MS, limit: 2 })),
      ]);
      assert.deepEqual(
        claims.map((claim) => claim.map(({ subject, attempts }) => [subject, attempts])),
        [
          [
            ['c', 1],
            ['d', 1],
          ],
          [
            ['a', 2],
            ['b', 2],
          ],
        ],
      );
    },
  },
  {
    title: 'the changes of an undone unit of work can be made again afterwards',
    run: async (storage) => {
      const held = await commit(storage, prepare);
      await storage.atomically<string, never>(async (stores) => {
        await upset(stores, held);
        return E.left('no');
      });
      await commit(storage, (stores) => upset(stores, held));
      const { job: found, payee: replaced, tally } = await snapshot(storage);

      assert.equal(found?.status, 'processing');
      assert.equal(replaced?.state, 'approved');
      assert.deepEqual(
        tally.map(({ intake, status, count }) => [intake, status, count]),
        [
          ['accepted', 'failed', 1],
          ['accepted', 'pending_approval', 1],
          ['rejected', 'rejected', 1],
        ],
      );
    },
  },
];
