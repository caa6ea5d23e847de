import assert from 'node:assert/strict';
import type { LimitUse, Stores } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { accepts, anOrder, changeTo } from '../../kit/build/payout.js';
import { aClaim, LEASE_MS, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, type ContractCase } from '../contract-case.js';
import { race, RIVALS } from '../race.js';

const payout = anOrder(acme, 1);

/** Units at once for what only one can have: a reference, the rest of a limit, a piece of work. */
export const holdRaceContract: ReadonlyArray<ContractCase> = [
  {
    title: 'when orders with one reference are added at once, one holds it',
    run: async (storage) => {
      await race(storage, async ({ payouts }, rival) => {
        await payouts.add([anOrder(acme, rival, { reference: 'SAME' })]);
        return true;
      });
      const found = await storage.read(({ payouts }) =>
        payouts.findMany(
          acme,
          RIVALS.map((rival) => anOrder(acme, rival).transactionId),
        ),
      );

      assert.equal(found.length, RIVALS.length);
      assert.equal(
        found.filter((row) => row.intake === 'undecided' && row.holdsReference).length,
        1,
      );
    },
  },
  {
    title: 'units that take the same references in opposite order both take place',
    run: async (storage) => {
      const references = Array.from({ length: 40 }, (_, n) => `SHARED-${String(n)}`);
      const orders = RIVALS.map((rival) =>
        (rival % 2 === 0 ? references : references.toReversed()).map((reference, n) =>
          anOrder(acme, rival * 100 + n, { reference }),
        ),
      );
      const winners = await race(storage, async ({ payouts }, rival) => {
        for (const order of orders[rival] ?? []) await payouts.add([order]);
        return true;
      });
      const found = await storage.read(({ payouts }) =>
        payouts.findMany(
          acme,
          orders.flat().map(({ transactionId }) => transactionId),
        ),
      );

      assert.deepEqual(winners, RIVALS);
      assert.deepEqual(
        found
          .flatMap((row) => (row.intake === 'undecided' && row.holdsReference ? [row] : []))
          .map(({ order }) => order.reference as string)
          .sort(),
        references.toSorted(),
      );
    },
  },
  ...([true, false] as const).map((before): ContractCase => ({
    title: `units that fit into one limit at once do not exceed it, ${before ? 'used before' : 'never used before'}`,
    run: async (storage) => {
      const use = (amount: bigint) =>
        ({ packageCode: 'VENDOR', day: '2026-01-05', amount }) as LimitUse;
      if (before) await commit(storage, ({ payouts }) => payouts.useLimits(acme, [use(10n)]));
      const winners = await race(storage, async ({ payouts }) => {
        const [used] = await payouts.holdLimits(acme, [use(0n)]);
        if ((used?.amount ?? 0n) + 40n > 100n) return false;
        await payouts.useLimits(acme, [use(40n)]);
        return true;
      });

      assert.equal(winners.length, 2);
      assert.deepEqual(
        await commit(storage, ({ payouts }) => payouts.holdLimits(acme, [use(0n)])),
        [use(before ? 90n : 80n)],
      );
    },
  })),
  {
    title: 'units that hold the same limits in opposite order all take place',
    run: async (storage) => {
      const limits = ['A', 'B', 'C', 'D'].map(
        (packageCode) => ({ packageCode, day: '2026-01-05', amount: 1n }) as LimitUse,
      );
      const winners = await race(storage, async ({ payouts }, rival) => {
        for (const limit of rival % 2 === 0 ? limits : limits.toReversed()) {
          await payouts.holdLimits(acme, [limit]);
          await payouts.useLimits(acme, [limit]);
        }
        return true;
      });
      const used = await commit(storage, ({ payouts }) => payouts.holdLimits(acme, limits));

      assert.deepEqual(winners, RIVALS);
      assert.deepEqual(
        used.map(({ amount }) => amount),
        limits.map(() => 4n),
      );
    },
  },
  {
    title: 'units that hold a payout before they read and move it all take place at the first try',
    run: async (storage) => {
      await commit(storage, async ({ payouts }) => {
        await payouts.add([payout]);
        await payouts.decide(acme, [accepts(payout)]);
      });
      const ids = [payout.transactionId, anOrder(acme, 2).transactionId];
      let runs = 0;
      const winners = await race(storage, async ({ payouts }) => {
        runs += 1;
        await payouts.hold(acme, ids);
        const found = await payouts.find(acme, payout.transactionId);
        const last = found?.intake === 'accepted' ? found.progress.sequence : 0;
        await payouts.advance(acme, [changeTo(payout, 'partially_approved', last + 1)]);
        return true;
      });
      const moved = await storage.read(({ payouts }) => payouts.find(acme, payout.transactionId));

      assert.deepEqual([winners, runs], [RIVALS, RIVALS.length]);
      assert.equal(moved?.intake === 'accepted' && moved.progress.sequence, 1 + RIVALS.length);
    },
  },
  {
    title: 'a claim does not undo units that hold the work before they read its subject',
    run: async (storage) => {
      await commit(storage, async ({ payouts, work }) => {
        await payouts.add([payout]);
        await payouts.decide(acme, [accepts(payout)]);
        await work.add([someWork(acme, payout.transactionId)]);
      });
      let runs = 0;
      const winners = await race(storage, async ({ payouts, work }, rival) => {
        runs += 1;
        const claims = rival % 2 === 0;
        const mine = claims ? await work.claim(aClaim({ limit: 1 })) : [];
        if (claims && mine.length === 0) return false;
        if (!claims) await work.hold(acme, [payout.transactionId, 'without work']);
        const found = await payouts.find(acme, payout.transactionId);
        if (found?.intake !== 'accepted' || found.progress.sequence > 1) return false;
        await work.drop(acme, [payout.transactionId]);
        await payouts.advance(acme, [changeTo(payout, claims ? 'sent_to_bank' : 'cancelled', 2)]);
        return true;
      });

      assert.deepEqual([winners.length, runs], [1, RIVALS.length]);
    },
  },
  {
    title: 'claims at once never get the same work, and miss none for good',
    run: async (storage) => {
      const all = Array.from({ length: 40 }, (_, n) => String(n).padStart(2, '0'));
      await commit(storage, ({ work }) => work.add(all.map((subject) => someWork(acme, subject))));
      const claim = () => commit(storage, ({ work }) => work.claim(aClaim({ limit: 15 })));
      const rounds = [...(await Promise.all(RIVALS.map(claim)))];
      for (let i = 0; i < 4; i += 1) rounds.push(await claim());

      assert.deepEqual(
        rounds
          .flat()
          .map(({ subject }) => subject)
          .sort(),
        all,
      );
    },
  },
  {
    title: 'work that several units add for one subject at once is one work',
    run: async (storage) => {
      const winners = await race(storage, async ({ work }, rival) => {
        await work.add([someWork(acme, 'a'), someWork(acme, `b${String(rival)}`)]);
        return true;
      });
      const claimed = await commit(storage, ({ work }) => work.claim(aClaim()));

      assert.deepEqual(winners, RIVALS);
      assert.deepEqual(
        claimed.map(({ subject }) => subject),
        ['a', 'b0', 'b1', 'b2', 'b3'],
      );
    },
  },
  {
    title: 'work is either recorded by its holder or claimed by the next, never both',
    run: async (storage) => {
      await commit(storage, ({ work }) => work.add([someWork(acme, 'a')]));
      const claim = (now: number) => (stores: Stores) =>
        stores.work.claim(aClaim({ now, limit: 1 }));
      const mine = await commit(storage, claim(EPOCH));
      const [recorded, taken] = await Promise.all([
        commit(storage, async ({ work, payouts }) => {
          if (!(await work.held(mine)).has('a')) return false;
          await payouts.add([payout]);
          await work.finish(mine);
          return true;
        }),
        commit(storage, claim(EPOCH + LEASE_MS)),
      ]);

      assert.equal(taken.length, recorded ? 0 : 1);
    },
  },
];
