import assert from 'node:assert/strict';
import { StorageAway, type Storage } from '@hundi/core';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';

/** A bank that says once what became of an order. */
const SAYS_IT_ONCE = { traits: { canQuery: false } };

/** A storage whose units of work are refused between `setAway(true)` and `setAway(false)`. */
const mayBeAway = (storage: Storage) => {
  let isAway = false;
  const { atomically } = storage;
  const fragile: Storage = {
    ...storage,
    atomically: (work, options) =>
      isAway
        ? Promise.reject(new StorageAway('the storage cannot be had', undefined))
        : atomically(work, options),
  };
  return {
    fragile,
    setAway: (away: boolean): void => {
      isAway = away;
    },
  };
};

const statusesOf = async (stage: Awaited<ReturnType<typeof openStage>>, ids: readonly string[]) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id as never)).status);
  return statuses;
};

/** A bank answers when the storage is away. */
const answeredAway = async (storage: Storage) => {
  const stage = await openStage(storage, {}, SAYS_IT_ONCE);
  const { fragile, setAway } = mayBeAway(storage);
  const engine = stage.another({
    storage: fragile,
    bankRail: {
      ...stage.bank.rail,
      submit: async (orders) => {
        const answers = await stage.bank.rail.submit(orders);
        setAway(true);
        return answers;
      },
    },
  });
  const { ids } = await stage.post([{}, { to: 'CLOSED01' }]);
  await assert.rejects(engine.runDue(), StorageAway);
  setAway(false);
  return { stage, engine, ids };
};

export const unrecordedScenarios: ReadonlyArray<Scenario> = [
  {
    title: "the bank's answers to a send outlast a storage that was away when they came",
    run: async (storage) => {
      const { stage, engine, ids } = await answeredAway(storage);
      assert.deepEqual(await statusesOf(stage, ids), ['sent_to_bank', 'sent_to_bank']);
      await engine.runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed']);
    },
  },
  {
    title: 'answers that were recorded late are recorded even if the claim has lapsed meanwhile',
    run: async (storage) => {
      const { stage, engine, ids } = await answeredAway(storage);
      // Another process holds the work by then. It has nothing of the bank, which cannot be asked.
      await stage.advance(60_000);
      assert.deepEqual(await statusesOf(stage, ids), ['sent_to_bank', 'sent_to_bank']);
      await engine.runDue();
      await stage.advance(3_600_000);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed']);
    },
  },
  {
    title: 'answers that wait to be recorded are due work of the process that has them',
    run: async (storage) => {
      const { stage, engine } = await answeredAway(storage);
      assert.equal((await engine.nextDues()).get('query-unknowns'), stage.clock.now());
      await engine.runDue();
      assert.notEqual((await engine.nextDues()).get('query-unknowns'), stage.clock.now());
    },
  },
];
