import assert from 'node:assert/strict';
import type { Payout } from '@hundi/core/storage';
import { aBeneficiary, approved, rejected } from '../../kit/build/beneficiary.js';
import { accepts, aJob, anOrder, changeTo, ordersOf } from '../../kit/build/payout.js';
import { aBankAnswer, anAnswer, anEntry, anIncident } from '../../kit/build/records.js';
import { aUser } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, type ContractCase } from '../contract-case.js';
import { race, RIVALS } from '../race.js';

const payout = anOrder(acme, 1);
const sequenceOf = (found: Payout | undefined): number =>
  found === undefined || found.intake === 'undecided' ? 0 : found.progress.sequence;

/** Units at once on the same records: every adapter decides as if they had come one after another. */
export const raceContract: ReadonlyArray<ContractCase> = [
  {
    title: 'when units keep an answer under one key at once, one wins and the rest see its answer',
    run: async (storage) => {
      const kept = (rival: number) => anAnswer(acme, 'key', { body: String(rival) });
      const winners = await race(storage, async ({ idempotency, payouts }, rival) => {
        await payouts.add([anOrder(acme, rival)]);
        return (await idempotency.add([kept(rival)])).length === 1;
      });

      assert.equal(winners.length, 1);
      await storage.read(async ({ idempotency, payouts }) => {
        assert.deepEqual(await idempotency.find([kept(0)]), [kept(winners[0] ?? -1)]);
        const orders = await payouts.findMany(
          acme,
          RIVALS.map((rival) => anOrder(acme, rival).transactionId),
        );
        assert.deepEqual(
          orders.map(({ order }) => order),
          winners.map((rival) => anOrder(acme, rival)),
        );
      });
    },
  },
  {
    title: 'a key whose unit of work is undone goes to the unit that waited for it',
    run: async (storage) => {
      const winners = await race(storage, async ({ idempotency }, rival) => {
        const kept = await idempotency.add([anAnswer(acme, 'key', { body: String(rival) })]);
        return kept.length === 1 && rival === 3;
      });

      assert.deepEqual(winners, [3]);
      const [found] = await storage.read(({ idempotency }) =>
        idempotency.find([anAnswer(acme, 'key')]),
      );
      assert.equal(found?.body, '3');
    },
  },
  {
    title: 'when units advance one payout at once, one wins and the rest see its change',
    run: async (storage) => {
      await commit(storage, async ({ payouts }) => {
        await payouts.add([payout]);
        await payouts.decide(acme, [accepts(payout)]);
      });
      const winners = await race(storage, async ({ payouts }) => {
        const found = await payouts.find(acme, payout.transactionId);
        if (sequenceOf(found) !== 1) return false;
        await payouts.advance(acme, [changeTo(payout, 'approved')]);
        return true;
      });

      assert.equal(winners.length, 1);
    },
  },
  {
    title:
      'units that write the same payouts in opposite order wait for each other, and none runs again',
    run: async (storage) => {
      const orders = ordersOf(aJob(acme, 1, { total: 2_000 }));
      await commit(storage, async ({ payouts }) => {
        await payouts.add(orders);
        await payouts.decide(acme, orders.map(accepts));
      });
      let runs = 0;
      const reasons = orders.map(({ transactionId }) => ({ transactionId, follows: 1 }));
      await race(storage, async ({ payouts }, rival) => {
        runs += 1;
        await payouts.explain(acme, rival % 2 === 0 ? reasons : reasons.toReversed());
        return true;
      });

      assert.equal(runs, RIVALS.length);
    },
  },
  {
    title:
      'when units advance the same payouts in opposite order, one wins and the rest see its changes',
    run: async (storage) => {
      const orders = Array.from({ length: 10 }, (_, n) => anOrder(acme, n));
      await commit(storage, async ({ payouts }) => {
        await payouts.add(orders);
        await payouts.decide(acme, orders.map(accepts));
      });
      const winners = await race(storage, async ({ payouts }, rival) => {
        for (const order of rival % 2 === 0 ? orders : orders.toReversed()) {
          if (sequenceOf(await payouts.find(acme, order.transactionId)) !== 1) return false;
          await payouts.advance(acme, [changeTo(order, 'approved')]);
        }
        return true;
      });
      const found = await storage.read(({ payouts }) =>
        payouts.findMany(
          acme,
          orders.map(({ transactionId }) => transactionId),
        ),
      );

      assert.equal(winners.length, 1);
      assert.deepEqual(
        found.map(sequenceOf),
        orders.map(() => 2),
      );
    },
  },
  {
    title: 'when units decide on one row at once, one wins and the rest see its decision',
    run: async (storage) => {
      await commit(storage, ({ payouts }) => payouts.add([payout]));
      const winners = await race(storage, async ({ payouts }) => {
        const found = await payouts.find(acme, payout.transactionId);
        if (found?.intake !== 'undecided') return false;
        await payouts.decide(acme, [accepts(payout)]);
        return true;
      });

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'when units advance one job at once, one wins and the rest see its change',
    run: async (storage) => {
      const job = aJob(acme, 1);
      await commit(storage, ({ jobs }) => jobs.add([job]));
      const winners = await race(storage, async ({ jobs }) => {
        if ((await jobs.find(acme, job.jobId))?.sequence !== 1) return false;
        await jobs.advance([{ ...job, status: 'processing', sequence: 2 }]);
        return true;
      });

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'when equal payees are added at once, one is added',
    run: async (storage) => {
      const winners = await race(
        storage,
        async ({ beneficiaries }, rival) =>
          (await beneficiaries.add(
            acme,
            aBeneficiary(acme, rival, { name: 'Same', accounts: aBeneficiary(acme, 1).accounts }),
          )) === 'added',
      );

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'when reviews of one payee race, one takes place and the rest see it',
    run: async (storage) => {
      const payee = aBeneficiary(acme, 1);
      await commit(storage, ({ beneficiaries }) => beneficiaries.add(acme, payee));
      const winners = await race(storage, async ({ beneficiaries }, rival) => {
        const found = await beneficiaries.find(acme, payee.beneficiaryId);
        if (found?.state !== payee.state) return false;
        const next = rival % 2 === 0 ? approved(payee) : rejected(payee);
        return (await beneficiaries.replace(acme, next)) === 'replaced';
      });

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'an answer that the bank sends several times at once is new once',
    run: async (storage) => {
      const winners = await race(
        storage,
        async ({ bankAnswers }) =>
          (await bankAnswers.add([aBankAnswer('a', payout.transactionId)])).length === 1,
      );

      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'when units append the same entry at once, one succeeds and the rest throw',
    run: async (storage) => {
      const results = await Promise.allSettled(
        RIVALS.map(() => commit(storage, ({ journal }) => journal.append([anEntry(acme, 'a', 1)]))),
      );

      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    },
  },
  {
    title: 'an incident that several units raise at once is raised once, and all take place',
    run: async (storage) => {
      const winners = await race(storage, async ({ journal }, rival) => {
        await journal.raise([
          anIncident(acme, 'subject'),
          anIncident(acme, `subject-${String(rival)}`),
        ]);
        return true;
      });
      const incidents = await storage.read(({ journal }) => journal.incidents(acme, 100));

      assert.deepEqual(winners, RIVALS);
      assert.equal(incidents.length, RIVALS.length + 1);
    },
  },
  {
    title: 'units that put the same records at once, in any order, all succeed',
    run: async (storage) => {
      const users = Array.from({ length: 10 }, (_, n) => aUser(n));
      const winners = await race(storage, async ({ tenancy }, rival) => {
        for (const user of rival % 2 === 0 ? users : users.toReversed()) {
          await tenancy.putUsers(acme, [user]);
        }
        return true;
      });

      assert.deepEqual(winners, RIVALS);
      assert.equal((await storage.read(({ tenancy }) => tenancy.users(acme))).length, 10);
    },
  },
  {
    title: 'a read beside a unit of work sees all that it wrote, or nothing',
    run: async (storage) => {
      const job = aJob(acme, 1, { total: 200 });
      const rows = ordersOf(job);
      const count = async () =>
        (await storage.read(({ payouts }) => payouts.ofJob(acme, job.jobId, 0, 1_000))).length;
      const [, ...counts] = await Promise.all([
        commit(storage, async ({ payouts }) => {
          for (let row = 0; row < 200; row += 20) await payouts.add(rows.slice(row, row + 20));
        }),
        ...Array.from({ length: 8 }, count),
      ]);

      assert.deepEqual(
        counts.filter((seen) => seen !== 0 && seen !== 200),
        [],
      );
      assert.equal(await count(), 200);
    },
  },
];
