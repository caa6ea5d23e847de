import assert from 'node:assert/strict';
import { E, type LimitUse, type Payout, type Storage, type Stores } from '@hundi/core';
import { aBeneficiary, approved, rejected } from '../build/beneficiary.js';
import { EPOCH } from '../build/ids.js';
import { accepts, aJob, anOrder, changeTo } from '../build/payout.js';
import { aBankAnswer, aClaim, anAnswer, anEntry, LEASE_MS, someWork } from '../build/records.js';
import { acme, commit, type ContractCase } from './contract-case.js';

const RIVALS = [0, 1, 2, 3];

/** Runs one unit for each rival, all at once, and says who got a right. */
const race = async (
  storage: Storage,
  run: (stores: Stores, rival: number) => Promise<boolean>,
): Promise<ReadonlyArray<number>> => {
  const results = await Promise.all(
    RIVALS.map((rival) =>
      storage.atomically<'lost', number>(async (stores) =>
        (await run(stores, rival)) ? E.right(rival) : E.left('lost'),
      ),
    ),
  );
  return results.flatMap((result) => (E.isRight(result) ? [result.right] : []));
};

const payout = anOrder(acme, 1);
const sequenceOf = (found: Payout | undefined): number =>
  found === undefined || found.intake === 'undecided' ? 0 : found.progress.sequence;

export const raceContract: ReadonlyArray<ContractCase> = [
  {
    title:
      'of units that keep an answer under one key at once, one wins and the rest see its answer',
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
    title: 'of orders with one reference added at once, one holds it',
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
  {
    title: 'of units that advance one payout at once, one wins and the rest see its change',
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
    title: 'of units that decide on one row at once, one wins and the rest see its verdict',
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
    title: 'of units that advance one job at once, one wins and the rest see its change',
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
    title: 'of equal payees added at once, one is added',
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
    title: 'of reviews of one payee at once, one takes place',
    run: async (storage) => {
      const payee = aBeneficiary(acme, 1);
      await commit(storage, ({ beneficiaries }) => beneficiaries.add(acme, payee));
      const winners = await race(storage, async ({ beneficiaries }, rival) => {
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
    title: 'of units that append the same entry at once, one takes place and the rest throw',
    run: async (storage) => {
      const results = await Promise.allSettled(
        RIVALS.map(() => commit(storage, ({ journal }) => journal.append([anEntry(acme, 'a', 1)]))),
      );

      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    },
  },
];
