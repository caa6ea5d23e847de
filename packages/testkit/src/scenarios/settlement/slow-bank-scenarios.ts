import assert from 'node:assert/strict';
import type { Hundi, Storage, TransactionId } from '@hundi/core';
import type { RailTraits } from '@hundi/core/rail';
import type { Stores } from '@hundi/core/storage';
import { compareBooks } from '../stage/compare-books.js';
import { notingSizes } from '../stage/noting-sizes.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const TEN_SECONDS = 10_000;

/** The rows of a commit that others hardly wait for. */
const BRIEF = 200;

/** Two full commits, and another one. */
const PAYOUTS = 2 * BRIEF + 1;

/** A lease and a little more. */
const LEASE_OVER = 31_000;

interface SlowBank {
  readonly engine: Hundi;
  /** How many orders each call brought. */
  readonly calls: number[];
  /** Payouts that are due now, and none of which was sent. */
  readonly ids: ReadonlyArray<TransactionId>;
}

/** An engine that knows from a first call that its bank takes ten seconds, and many payouts that are due. */
const openSlowBank = async (
  stage: Stage,
  storage: Storage,
  traits: Partial<RailTraits> = {},
): Promise<SlowBank> => {
  const calls: number[] = [];
  const engine = stage.another({
    storage,
    bankRail: {
      ...stage.bank.rail,
      traits: { ...stage.bank.rail.traits, ...traits },
      submit: async (orders) => {
        calls.push(orders.length);
        stage.clock.advance(TEN_SECONDS);
        return stage.bank.rail.submit(orders);
      },
    },
  });
  await stage.post([{}]);
  await engine.runDue();
  const rows = Array.from({ length: PAYOUTS }, () => ({ amount: 100, payoutDate: '2026-01-06' }));
  const { ids } = await stage.post(rows);
  await stage.runDue();
  stage.clock.set(Date.UTC(2026, 0, 6, 4, 30));
  return { engine, calls, ids };
};

/** A storage in which a call fails once, the so-many-th. */
const failingOnce = (
  storage: Storage,
  change: (stores: Stores, fail: () => void) => Stores,
): { readonly storage: Storage; readonly failAt: (call: number) => void } => {
  let left = Infinity;
  const fail = (): void => {
    left -= 1;
    if (left === 0) throw new Error('broken');
  };
  return {
    failAt: (call) => {
      left = call;
    },
    storage: {
      read: storage.read,
      atomically: (work) => storage.atomically((stores) => work(change(stores, fail))),
    },
  };
};

const paidOf = async (stage: Stage, ids: ReadonlyArray<TransactionId>): Promise<number> => {
  const payouts = await stage.storage.read((stores) => stores.payouts.findMany(stage.tenant, ids));
  return payouts.filter((one) => one.intake === 'accepted' && one.progress.status === 'paid')
    .length;
};

export const slowBankScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a slow bank gets as much in a call as a quick one, by commits that others hardly wait for',
    run: async (storage) => {
      const stage = await openStage(storage);
      const noting = notingSizes(storage);
      const { engine, calls, ids } = await openSlowBank(stage, noting.storage);

      await engine.runDue();
      assert.deepEqual(calls, [1, PAYOUTS]);
      assert.equal(noting.largest(), BRIEF);
      assert.equal(await paidOf(stage, ids), PAYOUTS);
      await compareBooks(stage, ids.slice(-1));
    },
  },
  {
    title: 'a bank that takes few orders a call gets no more in one, and all of them once',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, calls, ids } = await openSlowBank(stage, storage, { ordersACall: 150 });

      await engine.runDue();
      assert.deepEqual(calls, [1, 150, 150, PAYOUTS - 300]);
      assert.equal(await paidOf(stage, ids), PAYOUTS);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'one call larger than a commit is made of several, and no larger than the bank takes',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, calls, ids } = await openSlowBank(stage, storage, { ordersACall: 300 });

      await engine.runDue();
      assert.deepEqual(calls, [1, 300, PAYOUTS - 300]);
      assert.equal(await paidOf(stage, ids), PAYOUTS);
    },
  },
  {
    title: 'a bank that takes few orders a call is asked about no more in one',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const asked: number[] = [];
      const engine = stage.another({
        bankRail: {
          traits: { ...rail.traits, ordersACall: 2 },
          submit: async (orders) => {
            await rail.submit(orders);
            return orders.map(() => ({ kind: 'unknown' }));
          },
          query: (questions) => {
            asked.push(questions.length);
            return rail.query(questions);
          },
        },
      });
      const { ids } = await stage.post([{}, {}, {}, {}, {}]);

      await engine.runDue();
      stage.clock.advance(LEASE_OVER);
      await engine.runDue();
      assert.deepEqual(asked, [2, 2, 1]);
      assert.equal(await paidOf(stage, ids), 5);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'where a later commit of the intents of a call fails, it is tried again with half as many orders',
    run: async (storage) => {
      const stage = await openStage(storage);
      const failing = failingOnce(storage, (stores, fail) => ({
        ...stores,
        payouts: {
          ...stores.payouts,
          advance: async (tenant, changes) => {
            fail();
            return stores.payouts.advance(tenant, changes);
          },
        },
      }));
      const { engine, calls, ids } = await openSlowBank(stage, failing.storage);

      failing.failAt(2);
      await engine.runDue();
      const half = BRIEF / 2;
      assert.deepEqual(calls, [1, BRIEF + half, PAYOUTS - BRIEF - half]);
      assert.equal(await paidOf(stage, ids), PAYOUTS);
      await compareBooks(stage, ids.slice(-1));
    },
  },
  {
    title: 'where one commit of the answers of a call fails, the others keep theirs',
    run: async (storage) => {
      const stage = await openStage(storage);
      const failing = failingOnce(storage, (stores, fail) => ({
        ...stores,
        work: {
          ...stores.work,
          held: async (work) => {
            fail();
            return stores.work.held(work);
          },
        },
      }));
      const { engine, ids } = await openSlowBank(stage, failing.storage);

      failing.failAt(1);
      await assert.rejects(engine.runDue(), { message: 'broken' });
      assert.equal(await paidOf(stage, ids), PAYOUTS - BRIEF);
      await stage.advance(LEASE_OVER);
      assert.equal(await paidOf(stage, ids), PAYOUTS);
      await compareBooks(stage, ids.slice(0, 1));
    },
  },
];
