import assert from 'node:assert/strict';
import { StorageAway, type BankRail } from '@hundi/core';
import type { BankOrder, SubmitAnswer } from '@hundi/core/rail';
import { compareBooks } from '../stage/compare-books.js';
import { eventually } from '../stage/eventually.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

/**
 * A bank that executes every order, even a repeated one: only asking before a second send keeps it from paying twice.
 */
const FORGETFUL = { traits: { deduplicates: false } };

/** The half minute in which the work of a dead worker goes on, less what a host may take to look. */
const LEASE_OVER = 27_000;

/** A worker that stops in the middle of a call to the bank. */
interface StuckWorker {
  /** The call has been made, and nothing comes back. */
  readonly isStuck: Promise<void>;
  /** Lets it go on, and waits until it has done what it was at. */
  readonly wakeUp: () => Promise<void>;
}

/** Starts a worker whose first submit runs `before`, then hangs, and when woken answers what `after` does. */
const stuckWorker = (
  stage: Stage,
  before: BankRail['submit'] | undefined,
  after: (orders: ReadonlyArray<BankOrder>) => Promise<ReadonlyArray<SubmitAnswer>>,
): StuckWorker => {
  let wake = (): void => undefined;
  const sleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let signal = (): void => undefined;
  const isStuck = new Promise<void>((resolve) => {
    signal = resolve;
  });
  const worker = stage.another({
    bankRail: {
      ...stage.bank.rail,
      submit: async (orders) => {
        await before?.(orders);
        signal();
        await sleep;
        return after(orders);
      },
    },
  });
  const done = worker.runDue();
  return {
    isStuck,
    wakeUp: async () => {
      wake();
      await done;
    },
  };
};

const never = (): Promise<never> => new Promise(() => undefined);

const statusesOf = async (stage: Stage, ids: ReadonlyArray<string>) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id as never)).status);
  return statuses;
};

export const lostWorkerScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a worker that dies after the bank executed: its lease lapses, the query finds it paid',
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{}, {}]);
      await stuckWorker(stage, stage.bank.rail.submit, never).isStuck;

      await stage.runDue();
      assert.deepEqual(await statusesOf(stage, ids), ['sent_to_bank', 'sent_to_bank']);
      await stage.advance(LEASE_OVER);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'a worker that dies before the bank is reached: the query finds nothing, it is sent again',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      await stuckWorker(stage, undefined, never).isStuck;
      await stage.runDue();
      assert.deepEqual(await stage.bank.orders(), []);
      await stage.advance(LEASE_OVER);
      assert.deepEqual(await statusesOf(stage, ids), ['paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: "the late answer of a fenced worker changes nothing, and is kept in the bank's inbox",
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      const [id] = ids as [never];
      const zombie = stuckWorker(stage, undefined, async (orders) =>
        orders.map(() => ({ kind: 'paid', utr: 'LATE', bankReference: 'LATE' })),
      );
      await zombie.isStuck;
      await stage.advance(LEASE_OVER);
      const settled = await stage.payout(id);
      const entries = await stage.journal(id);
      assert.equal(settled.status, 'paid');

      await zombie.wakeUp();
      assert.deepEqual(await stage.payout(id), settled);
      assert.deepEqual(await stage.journal(id), entries);
      const kept = await storage.read(({ bankAnswers }) =>
        bankAnswers.of([{ tenant: stage.tenant, transactionId: id }]),
      );
      assert.deepEqual(
        kept.map(({ verdict }) => verdict),
        [{ kind: 'paid', utr: 'LATE', bankReference: 'LATE' }],
      );
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a fenced worker that reaches the bank late moves no money a second time',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}, {}, { to: 'CLOSED01' }]);
      const zombie = stuckWorker(stage, undefined, stage.bank.rail.submit);
      await zombie.isStuck;
      await stage.advance(LEASE_OVER);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid', 'failed']);
      await zombie.wakeUp();
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid', 'failed']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a worker whose lease lapsed before anybody asked still may not record its answer',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}]);
      const [id] = ids as [never];
      const zombie = stuckWorker(stage, undefined, async (orders) =>
        orders.map(() => ({ kind: 'refused', details: REFUSED })),
      );
      await zombie.isStuck;
      stage.clock.advance(LEASE_OVER);
      stage.bank.faults.arm({ kind: 'unreachable', count: 1 });
      await stage.another().runDue();
      await zombie.wakeUp();
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      await stage.advance(60_000);
      assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'what a worker holds while the storage goes away goes on as soon as it is back',
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{}, {}]);
      let isAway = false;
      const engine = stage.another({
        bankRail: {
          ...stage.bank.rail,
          submit: async (orders) => {
            const answers = await stage.bank.rail.submit(orders);
            isAway = true;
            return answers;
          },
        },
        storage: {
          read: storage.read,
          atomically: (work, options) =>
            isAway
              ? Promise.reject(new StorageAway('the storage cannot be had', undefined))
              : storage.atomically(work, options),
        },
      });
      const worker = engine.startWorker({
        onError: (activity) => {
          if (activity === 'send-to-bank') isAway = false;
        },
      });
      await eventually(async () =>
        (await statusesOf(stage, ids)).every((status) => status === 'paid'),
      );
      await worker.stop();
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'sixteen workers at the same time send every payout once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post(Array.from({ length: 100 }, () => ({})));
      const workers = Array.from({ length: 16 }, () => stage.another());
      await Promise.all(workers.map((worker) => worker.runDue()));
      await stage.runDue();
      assert.deepEqual(new Set(await statusesOf(stage, ids)), new Set(['paid']));
      for (const id of ids) assert.equal((await stage.journal(id)).length, 3);
      await compareBooks(stage, ids);
    },
  },
  ...Array.from(
    { length: 8 },
    (_, survived) =>
      ({
        title: `a worker that is killed after ${String(survived)} units of work loses and doubles nothing`,
        asksStore: true as const,
        run: async (storage) => {
          const stage = await openStage(storage, {}, FORGETFUL);
          const { jobId, ids } = await stage.post([{}, { to: 'CLOSED01' }, { to: 'SILENT01' }]);
          let units = 0;
          const dying = stage.another({
            storage: {
              read: storage.read,
              atomically: async (work) => {
                units += 1;
                if (units > survived) throw new Error('killed');
                return storage.atomically(work);
              },
            },
          });
          await dying.runDue().catch(() => undefined);
          await stage.advance(2 * LEASE_OVER);
          assert.equal((await stage.job(jobId)).status, 'completed_success');
          assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
          await compareBooks(stage, ids);
        },
      }) satisfies Scenario,
  ),
];

const REFUSED = {
  code: 'beneficiary_account_invalid',
  source: 'beneficiary_bank',
  message: 'No such account.',
  retryable: false,
  nextAction: 'fix_beneficiary',
} as const;
