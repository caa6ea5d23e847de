import assert from 'node:assert/strict';
import type { BankRail, Storage } from '@hundi/core';
import { compareBooks } from '../stage/compare-books.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

/**
 * A bank that executes every order, even a repeated one: only asking before a second send keeps it from paying twice.
 */
const FORGETFUL = { traits: { deduplicates: false } };

/** A lease and a little more. */
const LEASE_OVER = 31_000;

/** A storage whose owner falls asleep when its so-many-th unit of work is committed; `meanwhile` then runs. */
const asleepAfter = (storage: Storage, units: number, meanwhile: () => Promise<void>): Storage => {
  let done = 0;
  return {
    read: storage.read,
    atomically: async (work) => {
      const result = await storage.atomically(work);
      done += 1;
      if (done === units) await meanwhile();
      return result;
    },
  };
};

/** As long as an adapter of a bank may wait. */
const TEN_SECONDS = 10_000;

/** More than two calls hold. */
const MANY = 2_001;

/** Claiming the job, evaluating it, and committing the intent to send. */
const UNITS_TO_INTENT = 3;

const incidentsOf = async (stage: Stage, storage: Storage) => {
  const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
  return incidents.map(({ kind, subjectId }) => [kind, subjectId]);
};

export const lateScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a worker whose claim lapses before it calls the bank does not call',
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{}]);
      const [id] = ids as [never];
      const sleeper = stage.another({
        storage: asleepAfter(storage, UNITS_TO_INTENT, () => stage.advance(LEASE_OVER)),
      });

      await sleeper.runDue();
      assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'where the bank forgets, an absent order is sent again only when the first cannot come any more',
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const [payout] = await stage.pay([{ to: 'LOST01' }]);
      assert.ok(payout !== undefined);
      assert.equal(payout.status, 'sent_to_bank');

      await stage.advance(2 * LEASE_OVER);
      assert.equal((await stage.payout(payout.transactionId)).status, 'paid');
      await compareBooks(stage, [payout.transactionId]);
    },
  },
  {
    title: 'an "absent" is valid for the moment of the query, however late the answer comes',
    run: async (storage) => {
      const finalAfter = 70_000;
      const stage = await openStage(
        storage,
        {},
        {
          traits: { deduplicates: true, absenceFinalAfterMs: finalAfter },
        },
      );
      const { ids } = await stage.post([{ to: 'LOST01' }]);
      const [id] = ids as [never];
      const startedAt = stage.clock.now();
      const asked: number[] = [];
      const slow: BankRail = {
        ...stage.bank.rail,
        query: async (orders) => {
          asked.push(stage.clock.now() - startedAt);
          const answers = await stage.bank.rail.query(orders);
          // The answer to the question before the end comes after it.
          if (stage.clock.now() - startedAt < finalAfter) stage.clock.set(startedAt + finalAfter);
          return answers;
        },
      };
      const engine = stage.another({ bankRail: slow });
      await engine.runDue();
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      assert.ok((asked[0] ?? finalAfter) < finalAfter);

      await stage.advance(10 * finalAfter);
      assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'a bank that takes ten seconds a call gets every payout of a large batch once, and pays it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const rows = Array.from({ length: MANY }, () => ({ amount: 100 }));
      const { jobId, ids } = await stage.post(rows);
      const sent: string[] = [];
      const slow = stage.another({
        bankRail: {
          ...stage.bank.rail,
          submit: async (orders) => {
            sent.push(...orders.map(({ bankRef }) => bankRef));
            stage.clock.set(stage.clock.now() + TEN_SECONDS);
            return stage.bank.rail.submit(orders);
          },
        },
      });

      await slow.runDue();
      assert.equal(sent.length, MANY);
      assert.equal(new Set(sent).size, MANY);
      assert.equal((await stage.job(jobId)).counts.paid, MANY);
      await compareBooks(stage, [...ids.slice(0, 1), ...ids.slice(-1)]);
    },
  },
  {
    title:
      'a late answer that contradicts a settled outcome raises an incident and changes no state',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{ to: 'CLOSED01' }]);
      const [id] = ids as [never];
      const slow = stage.another({
        bankRail: {
          ...stage.bank.rail,
          submit: async (orders) => {
            await stage.bank.rail.submit(orders);
            await stage.advance(LEASE_OVER);
            return orders.map(() => ({ kind: 'paid', utr: 'LATE', bankReference: 'LATE' }));
          },
        },
      });

      await slow.runDue();
      assert.equal((await stage.payout(id)).status, 'failed');
      assert.deepEqual(await incidentsOf(stage, storage), [['contradictory_answer', id]]);
    },
  },
];
