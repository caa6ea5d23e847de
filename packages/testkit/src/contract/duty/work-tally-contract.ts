import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { Storage, Work } from '@hundi/core/storage';
import { aTransactionId, EPOCH } from '../../kit/build/ids.js';
import { accepts, anOrder, changeTo } from '../../kit/build/payout.js';
import { aClaim, anIncident, LEASE_MS, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, type ContractCase } from '../contract-case.js';

type Order = ReturnType<typeof anOrder>;

const MARK = 2 ** 41;

const tally = (storage: Storage, now = EPOCH, limit = 100, duty: Work['duty'] = 'send-to-bank') =>
  storage.read(({ work }) => work.tally(duty, now, limit));

const recent = async (storage: Storage, since: number, limit = 100) =>
  Object.fromEntries(await storage.read(({ journal }) => journal.recentIncidents(since, limit)));

export const workTallyContract: ReadonlyArray<ContractCase> = [
  {
    title:
      'the earliest work of a duty is listed by moment, of every tenant, claimed or not, page by page',
    run: async (storage) => {
      const earliest = (limit = 10, after?: Work) =>
        storage.read(async ({ work }) => work.earliest('query-unknowns', limit, after));
      assert.deepEqual(await earliest(), []);
      await commit(storage, async ({ work }) => {
        await work.add([
          someWork(acme, 'late', { duty: 'query-unknowns', runAt: EPOCH + 9 * LEASE_MS }),
          someWork(globex, 'soon', { duty: 'query-unknowns', runAt: EPOCH + 1 }),
          someWork(acme, 'sent', { runAt: EPOCH }),
          someWork(acme, 'other', { duty: 'index-payouts', runAt: 1 }),
          someWork(acme, 'as soon', { duty: 'query-unknowns', runAt: EPOCH + 1 }),
        ]);
        await work.claim({ ...aClaim(), lapsesTo: 'query-unknowns', mark: MARK });
      });

      const found = await earliest();
      assert.deepEqual(
        found.map(({ subject, tenant, runAt, attempts, failures, markedAt }) => [
          subject,
          tenant.corporateTenantId,
          runAt,
          attempts,
          failures,
          markedAt,
        ]),
        [
          ['as soon', acme.corporateTenantId, EPOCH + 1, 0, 0, undefined],
          ['soon', globex.corporateTenantId, EPOCH + 1, 0, 0, undefined],
          ['sent', acme.corporateTenantId, EPOCH + LEASE_MS, 1, 0, MARK],
          ['late', acme.corporateTenantId, EPOCH + 9 * LEASE_MS, 0, 0, undefined],
        ],
      );
      assert.deepEqual(await earliest(1), found.slice(0, 1));
      for (const [i, one] of found.entries())
        assert.deepEqual(await earliest(2, one), found.slice(i + 1, i + 3));
    },
  },
  {
    title: 'the work of a duty is listed for one corporate, claimed or not',
    run: async (storage) => {
      const ofDuty = async (tenant: Tenant, duty: Work['duty'], limit = 10) =>
        (await storage.read(({ work }) => work.ofDuty(tenant, duty, limit)))
          .map(({ subject }) => subject)
          .sort();
      await commit(storage, async ({ work }) => {
        await work.add([
          someWork(acme, 'one', { runAt: EPOCH + LEASE_MS }),
          someWork(acme, 'two', { runAt: EPOCH + LEASE_MS }),
          someWork(acme, 'claimed', { runAt: EPOCH }),
          someWork(acme, 'other', { duty: 'index-payouts' }),
          someWork(globex, 'theirs', { runAt: EPOCH + LEASE_MS }),
        ]);
        await work.claim({ ...aClaim(), lapsesTo: 'query-unknowns', limit: 1 });
      });

      assert.deepEqual(await ofDuty(acme, 'send-to-bank'), ['one', 'two']);
      assert.equal((await ofDuty(acme, 'send-to-bank', 1)).length, 1);
      assert.deepEqual(await ofDuty(acme, 'query-unknowns'), ['claimed']);
      assert.deepEqual(
        await ofDuty({ ...acme, bankTenantId: 'none' as never }, 'send-to-bank'),
        [],
      );
    },
  },
  {
    title: 'the work of some subjects of one corporate is read, whatever its duty, claimed or not',
    run: async (storage) => {
      const ofSubjects = async (tenant: Tenant, ...subjects: ReadonlyArray<string>) =>
        (await storage.read(({ work }) => work.ofSubjects(tenant, subjects)))
          .map(({ subject, duty, runAt, attempts }) => [subject, duty, runAt, attempts])
          .sort();
      await commit(storage, async ({ work }) => {
        await work.add([
          someWork(acme, 'claimed', { runAt: EPOCH }),
          someWork(acme, 'later', { duty: 'index-payouts', runAt: EPOCH + LEASE_MS }),
          someWork(acme, 'unasked', { runAt: EPOCH + 1 }),
          someWork(globex, 'theirs', { runAt: EPOCH + 1 }),
        ]);
        await work.claim({ ...aClaim(), lapsesTo: 'query-unknowns', limit: 1 });
      });

      assert.deepEqual(await ofSubjects(acme, 'later', 'claimed', 'theirs', 'none', 'later'), [
        ['claimed', 'query-unknowns', EPOCH + LEASE_MS, 1],
        ['later', 'index-payouts', EPOCH + LEASE_MS, 0],
      ]);
      assert.deepEqual(await ofSubjects(acme), []);
      assert.deepEqual(
        await ofSubjects({ ...acme, bankTenantId: 'none' as never }, 'later', 'claimed'),
        [],
      );
    },
  },
  {
    title: 'a duty without work has nothing to count',
    run: async (storage) => {
      await commit(storage, ({ work }) =>
        work.add([someWork(acme, 'a', { duty: 'process-jobs' })]),
      );

      assert.deepEqual(await tally(storage), { waiting: 0, due: 0, untouched: 0 });
    },
  },
  {
    title: 'the work of every tenant is counted: waiting, due and untouched',
    run: async (storage) => {
      await commit(storage, ({ work }) =>
        work.add([
          someWork(acme, 'a', { runAt: EPOCH - 70_000 }),
          someWork(globex, 'b', { runAt: EPOCH }),
          someWork(acme, 'c', { runAt: EPOCH + 1 }),
          someWork(acme, 'd', { duty: 'query-unknowns', runAt: 1 }),
        ]),
      );

      assert.deepEqual(await tally(storage), {
        waiting: 3,
        due: 2,
        untouched: 3,
        firstAt: EPOCH - 70_000,
      });
    },
  },
  {
    title: 'claimed work waits on, and is due when its lease ends',
    run: async (storage) => {
      await commit(storage, async ({ work }) => {
        await work.add(['a', 'b', 'c'].map((subject) => someWork(acme, subject)));
        await work.claim(aClaim({ limit: 2 }));
      });
      const claimed = { waiting: 3, untouched: 1, firstAt: EPOCH };

      assert.deepEqual(await tally(storage), { ...claimed, due: 1 });
      assert.deepEqual(await tally(storage, EPOCH + LEASE_MS), { ...claimed, due: 3 });
    },
  },
  {
    title: 'finished work is not counted',
    run: async (storage) => {
      await commit(storage, async ({ work }) => {
        await work.add([someWork(acme, 'a'), someWork(acme, 'b', { runAt: EPOCH + 9 })]);
        await work.finish(await work.claim(aClaim({ mark: 5 })));
      });

      assert.deepEqual(await tally(storage), {
        waiting: 1,
        due: 0,
        untouched: 1,
        firstAt: EPOCH + 9,
      });
    },
  },
  {
    title: 'when there is much work, the earliest is counted',
    run: async (storage) => {
      const all = Array.from({ length: 3_000 }, (_, n) =>
        someWork(acme, String(n), { runAt: EPOCH + 3_000 - n }),
      );
      await commit(storage, ({ work }) => work.add(all));

      assert.deepEqual(await tally(storage, EPOCH + 500, 1_000), {
        waiting: 1_000,
        due: 500,
        untouched: 1_000,
        firstAt: EPOCH + 1,
      });
    },
  },
  {
    title: 'of the payouts that the bank is asked about, those at the bank are counted as unknown',
    run: async (storage) => {
      const unknown = (limit = 100) => storage.read(({ work }) => work.tallyUnknown(limit));
      const [first, paid, last] = [1, 2, 3].map((n) => anOrder(acme, n)) as [Order, Order, Order];
      const [other, waiting] = [anOrder(globex, 4), anOrder(globex, 5)];
      assert.deepEqual(await unknown(), { count: 0 });
      await commit(storage, async ({ payouts, work }) => {
        for (const [tenant, orders] of [
          [acme, [first, paid, last]],
          [globex, [other, waiting]],
        ] as const) {
          await payouts.add(orders);
          await payouts.decide(tenant, orders.map(accepts));
          const sent = orders.filter((order) => order !== waiting);
          await payouts.advance(
            tenant,
            sent.map((order) => changeTo(order, 'sent_to_bank')),
          );
        }
        await payouts.advance(acme, [changeTo(paid, 'paid', 3)]);
        // The paid one was sent first.
        for (const [n, { transactionId, tenant }] of [paid, first, other, last].entries()) {
          await work.add([someWork(tenant, transactionId)]);
          await work.claim(aClaim({ lapsesTo: 'query-unknowns', mark: MARK + n }));
        }
        await work.add([
          someWork(globex, waiting.transactionId),
          someWork(acme, aTransactionId(6), { duty: 'query-unknowns', runAt: EPOCH }),
        ]);
      });

      assert.deepEqual(await unknown(), { count: 3, firstMarkedAt: MARK + 1 });
      assert.deepEqual(await unknown(1), { count: 0 });
    },
  },
  {
    title: 'incidents are counted by kind over all tenants, from a moment on',
    run: async (storage) => {
      await commit(storage, ({ journal }) =>
        journal.raise([
          anIncident(acme, 'a', { at: EPOCH - 1 }),
          anIncident(acme, 'b', { at: EPOCH }),
          anIncident(globex, 'b', { at: EPOCH + 1 }),
          anIncident(globex, 'b', { at: EPOCH + 1, kind: 'intake_failed' }),
        ]),
      );
      await commit(storage, ({ journal }) => journal.raise([anIncident(acme, 'b')]));

      assert.deepEqual(await recent(storage, EPOCH), { outcome_unknown: 2, intake_failed: 1 });
      assert.deepEqual(await recent(storage, EPOCH + 2), {});
    },
  },
  {
    title: 'when there are many incidents, the newest are counted',
    run: async (storage) => {
      await commit(storage, ({ journal }) =>
        journal.raise([
          anIncident(acme, 'a', { kind: 'intake_failed' }),
          anIncident(acme, 'b'),
          anIncident(globex, 'c'),
        ]),
      );

      assert.deepEqual(await recent(storage, EPOCH, 2), { outcome_unknown: 2 });
    },
  },
  {
    title: 'an incident that was undone is not counted',
    run: async (storage) => {
      await assert.rejects(
        commit(storage, async ({ journal }) => {
          await journal.raise([anIncident(acme, 'a')]);
          throw new Error('broken');
        }),
      );

      assert.deepEqual(await recent(storage, 0), {});
    },
  },
];
