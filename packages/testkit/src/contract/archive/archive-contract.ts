import assert from 'node:assert/strict';
import { rowId, type Tenant } from '@hundi/core';
import { payoutIdOf } from '@hundi/core/wire';
import type {
  ArchiveFile,
  DecidedPayout,
  Dropping,
  PayoutOrder,
  Storage,
} from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { EPOCH } from '../../kit/build/ids.js';
import { accepts, aJob, anOrder, changeTo, ordersOf, turnsAway } from '../../kit/build/payout.js';
import { aBankAnswer, aCheckout, anEntry, LEASE_MS } from '../../kit/build/records.js';
import { sealingOf } from '../../kit/build/seal.js';
import { acme, others, sortedBy, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

/** A job of two rows, one of them paid and one rejected, and a payout without a job. */
const job = aJob(acme, 1, { total: 2, status: 'completed_partial' });
const rows = ordersOf(job);
const [paid, rejected] = rows as [(typeof rows)[number], (typeof rows)[number]];
const lone = anOrder(acme, 50);
const KEPT = 'payee';

/** They end, each with one entry, beside one of a payee; all is sealed, each entry with an event. */
const fill = async (storage: Storage): Promise<void> => {
  await commit(storage, async ({ jobs, payouts, journal, bankAnswers }) => {
    await jobs.add([job]);
    await payouts.add([...rows, lone]);
    await payouts.index(acme, [job.jobId]);
    await payouts.decide(acme, [accepts(paid), turnsAway(rejected), accepts(lone)]);
    await payouts.advance(acme, [changeTo(paid, 'approved', 2), changeTo(lone, 'approved', 2)]);
    await payouts.advance(acme, [changeTo(paid, 'paid', 3), changeTo(lone, 'failed', 3)]);
    await bankAnswers.add([aBankAnswer('kept', paid.transactionId)]);
    await journal.append(
      [job.jobId, KEPT, paid.transactionId, rejected.transactionId, lone.transactionId].map((id) =>
        anEntry(acme, id, 1),
      ),
    );
  });
  const [held] = await commit(storage, ({ seals }) => seals.claim([acme], EPOCH, LEASE_MS));
  assert.ok(held !== undefined);
  await commit(storage, async ({ seals }) => {
    const { entries, completeUpTo } = await seals.unsealed(acme, 100);
    const sealing = sealingOf(held, entries, ['transaction.paid']);
    await seals.write(held, { ...sealing, upTo: completeUpTo });
  });
};

const aFile = (tenant: Tenant, number: number, upTo: number): ArchiveFile => ({
  tenant,
  number,
  name: `${tenant.corporateTenantId}/${String(number)}`,
  digest: `digest-${String(number)}`,
  head: {
    ordinal: upTo,
    hash: `seal-hash-${String(upTo)}`,
    position: upTo,
    eventHash: `event-hash-${String(upTo)}`,
  },
  at: EPOCH + number,
});

/** All of it, but for the entry of the payee. */
const everything = (storage: Storage): Promise<Dropping> =>
  storage.read(async ({ payouts, journal }) => {
    const gone = [paid, rejected, lone];
    const ids = gone.map(({ transactionId }) => transactionId);
    const found = await payouts.findMany(acme, ids);
    const placed = await journal.ofMany(acme, [job.jobId, ...ids]);
    const [kept] = await journal.ofMany(acme, [KEPT]);
    return {
      file: aFile(acme, 1, 5),
      jobs: [job],
      payouts: sortedBy(({ order }) => order.transactionId, found as DecidedPayout[]),
      places: placed.map(({ place }) => place),
      kept: [{ place: kept?.place ?? 0, previousHash: 'before', eventHash: 'event' }],
    };
  });

const dropAll = async (storage: Storage): Promise<void> => {
  await fill(storage);
  const dropping = await everything(storage);
  await commit(storage, ({ archives }) => archives.drop(dropping));
};

const claim = (storage: Storage, now = EPOCH) =>
  commit(storage, ({ archives }) => archives.claim(now, LEASE_MS));

const claimCases: ReadonlyArray<ContractCase> = [
  {
    title: 'the archive of a database has one id for ever',
    run: async (storage) => {
      assert.equal(await storage.read(({ archives }) => archives.id()), undefined);
      const keep = (id: string) => commit(storage, ({ archives }) => archives.keepId(id));

      assert.equal(await keep('one'), 'one');
      assert.equal(await keep('other'), 'one');
      assert.equal(await storage.read(({ archives }) => archives.id()), 'one');
    },
  },
  {
    title: 'no other process archives while one holds the archive',
    run: async (storage) => {
      const first = (await claim(storage)) ?? assert.fail('another unit holds the archive');
      assert.equal(await claim(storage, EPOCH + LEASE_MS - 1), undefined);
      const second = (await claim(storage, EPOCH + LEASE_MS)) ?? assert.fail('it has lapsed');
      const extend = (token: number, until: number) =>
        commit(storage, ({ archives }) => archives.extend(token, until));

      assert.equal(await extend(first, EPOCH * 2), false);
      assert.equal(await extend(second, EPOCH + 3 * LEASE_MS), true);
      assert.equal(await claim(storage, EPOCH + 3 * LEASE_MS - 1), undefined);
      assert.equal(await extend(second, EPOCH), true);
      assert.ok((await claim(storage)) !== undefined);
    },
  },
  {
    title: 'when claims on the archive race, one holds it',
    run: async (storage) => {
      const winners = await race(
        storage,
        async ({ archives }) => (await archives.claim(EPOCH, LEASE_MS)) !== undefined,
      );
      assert.equal(winners.length, 1);
    },
  },
];

const dropCases: ReadonlyArray<ContractCase> = [
  {
    title:
      'payouts and jobs that are dropped are gone with their entries, seals, events and answers',
    run: async (storage) => {
      await dropAll(storage);
      const gone = [paid, rejected, lone];
      const ids = gone.map(({ transactionId }) => transactionId);
      await storage.read(async ({ payouts, jobs, journal, seals, events, bankAnswers }) => {
        assert.deepEqual(await payouts.findMany(acme, ids), []);
        assert.equal(await jobs.find(acme, job.jobId), undefined);
        assert.deepEqual(await payouts.ofJob(acme, job.jobId, 0, 10), []);
        assert.deepEqual(await payouts.tally(acme, [job.jobId]), []);
        assert.deepEqual(await journal.ofMany(acme, [job.jobId, ...ids]), []);
        assert.deepEqual(await bankAnswers.of(gone), []);
        assert.deepEqual(await events.after(acme, 0, 10), []);
        assert.equal(await events.lastPosition(acme), 5);
        assert.equal((await seals.head(acme)).ordinal, 5);
        assert.deepEqual((await seals.unsealed(acme, 10)).entries, []);
        assert.deepEqual(await seals.orphans(acme), {});
        const filter = { packageCodes: new Set(['VENDOR']), debitAccountIds: new Set(['debit-1']) };
        const report = await payouts.report(acme, filter as never, undefined, 10, 100);
        assert.deepEqual(report.payouts, []);
      });
    },
  },
  {
    title: 'what was dropped is found by its own id or that of its job, in its own corporate only',
    run: async (storage) => {
      await dropAll(storage);
      await storage.read(async ({ archives }) => {
        for (const id of [
          job.jobId,
          paid.transactionId,
          rejected.transactionId,
          lone.transactionId,
        ]) {
          assert.equal(await archives.find(acme, id), 'acme/1');
          for (const other of others) assert.equal(await archives.find(other, id), undefined);
        }
        for (const id of [paid.transactionId, job.jobId])
          assert.deepEqual(await archives.findAnywhere(id), { tenant: acme, file: 'acme/1' });
        // A job of two rows has no third.
        assert.equal(await archives.find(acme, rowId(job.jobId, 2)), undefined);
        assert.equal(await archives.findAnywhere(anOrder(acme, 51).transactionId), undefined);
      });
    },
  },
  {
    title: 'the reference of a payout that was paid stays held once it is dropped, and no other',
    run: async (storage) => {
      await dropAll(storage);
      const again = [paid, rejected, lone].map(({ reference }, i) =>
        anOrder(acme, 60 + i, { reference }),
      );
      const ids = again.map(({ transactionId }) => transactionId);
      await commit(storage, ({ payouts }) => payouts.add(again));

      await storage.read(async ({ payouts }) => {
        assert.equal(await payouts.isHeld(acme, paid.reference, lone.transactionId), true);
        assert.deepEqual([...(await payouts.heldOf(acme, [paid.reference]))], [paid.reference]);
        const found = sortedBy(
          ({ order }) => order.transactionId,
          await payouts.undecided(acme, ids),
        );
        assert.deepEqual(
          found.map(({ holdsReference }) => holdsReference),
          [false, true, true],
        );
      });
      const large = ordersOf(aJob(acme, 2, { total: 2 })).map((order, i) =>
        i === 0 ? { ...order, reference: paid.reference } : order,
      );
      await commit(storage, ({ payouts }) => payouts.add(large));
      const rowsOfJob = await storage.read(({ payouts }) =>
        payouts.undecidedOfJob(acme, aJob(acme, 2).jobId, 0, 2),
      );
      assert.deepEqual(
        rowsOfJob.map(({ holdsReference }) => holdsReference),
        [false, true],
      );
    },
  },
  {
    title: 'the reference that two paid payouts share is held once either of them is dropped',
    run: async (storage) => {
      const { reference } = lone;
      const session = aCheckout(acme, 1, { reference });
      const twins = [61, 62, 63].map((n) => anOrder(acme, n, { reference }));
      await commit(storage, async ({ payouts }) => {
        await payouts.add(twins);
        await payouts.decide(
          acme,
          twins.map((one) => ({ ...accepts(one), withoutReference: true })),
        );
        await payouts.advance(
          acme,
          twins.map((one) => changeTo(one, 'paid', 2)),
        );
      });
      await commit(storage, ({ payoutCheckouts }) => payoutCheckouts.add(session));
      const dropTwins = async (number: number, ...gone: PayoutOrder[]): Promise<void> => {
        const ids = gone.map(({ transactionId }) => transactionId);
        const found = await storage.read(({ payouts }) => payouts.findMany(acme, ids));
        const payouts = sortedBy(({ order }) => order.transactionId, found as DecidedPayout[]);
        const file = aFile(acme, number, 0);
        await commit(storage, ({ archives }) =>
          archives.drop({ file, payouts, jobs: [], places: [], kept: [] }),
        );
      };
      const [first, second, third] = twins as [PayoutOrder, PayoutOrder, PayoutOrder];
      await dropTwins(1, first, second);
      await dropTwins(2, third);
      await commit(storage, ({ payoutCheckouts }) => payoutCheckouts.freeReference(session));

      await storage.read(async ({ payouts }) => {
        assert.equal(await payouts.isHeld(acme, reference, payoutIdOf(session)), true);
      });
    },
  },
  {
    title: 'an entry that stays keeps its seal, with what proves it, until its subject is dropped',
    run: async (storage) => {
      await dropAll(storage);
      const kept = (after: number, upTo: number) =>
        storage.read(({ archives }) => archives.kept(acme, after, upTo, 10));
      const [one, ...more] = await kept(0, 5);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [one?.ordinal, one?.hash, one?.entry?.subjectId, one?.previousHash, one?.eventHash],
        [2, 'seal-hash-2', KEPT, 'before', 'event'],
      );
      assert.deepEqual(await kept(2, 5), []);
      assert.deepEqual(await kept(0, 1), []);
      const place = one?.place ?? 0;
      const sealed = (upTo: number) =>
        storage.read(({ archives }) => archives.sealed(acme, [place, place + 1_000], upTo));
      assert.deepEqual([...(await sealed(2))], [place]);
      assert.deepEqual([...(await sealed(1))], []);

      const file = aFile(acme, 2, 5);
      const rest = { jobs: [], payouts: [], kept: [] };
      await commit(storage, ({ archives }) => archives.drop({ ...rest, file, places: [place] }));
      assert.deepEqual(await kept(0, 5), []);
      const history = await storage.read(({ journal }) => journal.of(acme, KEPT));
      assert.deepEqual(history, []);
    },
  },
  {
    title: 'the files of a corporate come by number, and are no other corporate’s',
    run: async (storage) => {
      const rest = { jobs: [], payouts: [], places: [], kept: [] };
      const all = [1, 2, 3].map((number) => aFile(acme, number, 0));
      assert.equal(await storage.read(({ archives }) => archives.last(acme)), undefined);
      for (const file of all)
        await commit(storage, ({ archives }) => archives.drop({ ...rest, file }));

      await storage.read(async ({ archives }) => {
        assert.deepEqual(await archives.files(acme, 0, 10), all);
        assert.deepEqual(await archives.files(acme, 1, 1), all.slice(1, 2));
        assert.deepEqual(await archives.last(acme), all[2]);
        for (const other of others) {
          assert.deepEqual(await archives.files(other, 0, 10), []);
          assert.equal(await archives.last(other), undefined);
        }
      });
      const tenants = await storage.read(({ seals }) => seals.tenants(undefined, 10));
      assert.deepEqual(tenants, [acme], 'a journal of which nothing but files is left');
      const again = { ...rest, file: aFile(acme, 3, 0) };
      await assert.rejects(commit(storage, ({ archives }) => archives.drop(again)));
    },
  },
];

export const archiveContract: ReadonlyArray<ContractCase> = [...claimCases, ...dropCases];
