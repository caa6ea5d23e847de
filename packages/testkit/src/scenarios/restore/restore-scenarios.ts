import assert from 'node:assert/strict';
import { E, type TransactionId } from '@hundi/core';
import { compareBooks } from '../stage/compare-books.js';
import { eventually } from '../stage/eventually.js';
import {
  FORGETFUL,
  forgottenSends,
  incidentsOf,
  orderOf,
  statusesOf,
  workOn,
} from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage } from '../stage/stage.js';

const DAY = 86_400_000;
/** Above what needs no approval. */
const LARGE = 2_000_000;

const TOMORROW = '2026-01-06';

/** A stage with payouts that wait for the next day: backed up before it, sent on it, restored after that. */
const scheduled = async (storage: Parameters<Scenario['run']>[0], traits: object = FORGETFUL) => {
  const stage = await openStage(storage, {}, traits);
  const { ids } = await stage.post([
    { payoutDate: TOMORROW },
    { payoutDate: TOMORROW, to: 'CLOSED01' },
    { payoutDate: TOMORROW },
  ]);
  await stage.runDue();
  assert.deepEqual(await statusesOf(stage, ids), ['scheduled', 'scheduled', 'scheduled']);
  stage.clock.advance(DAY);
  return { stage, ids };
};

export const restoreScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a restored database asks about what it may have sent, and nothing is paid twice',
    asksStore: true,
    run: async (storage) => {
      const { stage, ids } = await scheduled(storage);
      await forgottenSends(stage, ids.slice(0, 2));
      await workOn(stage, stage.another());

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
      assert.deepEqual(await incidentsOf(stage), ['database_restored']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'a database that is put back while the engine runs asks about what it may have sent, and nothing is paid twice',
    run: async (storage) => {
      const { stage, ids } = await scheduled(storage);
      await forgottenSends(stage, ids.slice(0, 2));
      await workOn(stage, stage.engine);

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
      assert.deepEqual(await incidentsOf(stage), ['database_restored']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'the engine asks about a payout that waited for a checker in the backup once it is approved again',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{ amount: LARGE }, { amount: LARGE }]);
      await stage.runDue();
      await forgottenSends(stage, ids.slice(0, 1));
      const restored = stage.another();
      await restored.runDue();
      expectRight(
        await restored.decidePayouts(stage.tenant, {
          actorUserId: 'u-checker',
          action: 'approve',
          transactionIds: [...ids],
        }),
      );
      await workOn(stage, restored);

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'the engine asks again about an order that the bank had lost before the backup and got after it',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{ to: 'LOST01' }, { to: 'LOST01' }]);
      await stage.runDue();
      // As the answer "absent, for good" leaves it.
      await storage.atomically<never, undefined>(async ({ work }) => {
        const { tenant, clock } = stage;
        await work.add(
          ids.map((subject) => ({
            duty: 'send-to-bank',
            subject,
            tenant,
            runAt: clock.now() + 1_000,
          })),
        );
        return E.right(undefined);
      });
      stage.clock.advance(1_000);
      await forgottenSends(stage, ids.slice(0, 1));
      await workOn(stage, stage.another());

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'payments that are made after the restore go out at once, whatever the bank reports of others',
    asksStore: true,
    run: async (storage) => {
      const { stage, ids } = await scheduled(storage);
      await forgottenSends(stage, []);
      const { rail } = stage.bank;
      const restored = stage.another({
        bankRail: { ...rail, query: (orders) => Promise.resolve(orders.map(() => UNKNOWN)) },
      });
      await restored.runDue();
      stage.clock.advance(1);
      const later = await stage.post([{}]);
      await restored.runDue();

      assert.deepEqual(await statusesOf(stage, later.ids), ['paid']);
      assert.deepEqual(new Set(await statusesOf(stage, ids)), new Set(['sent_to_bank']));
      assert.deepEqual((await stage.bank.orders()).length, 1);
    },
  },
  {
    title:
      'a bank that can neither be asked nor know an order again is sent nothing that is in doubt',
    run: async (storage) => {
      const traits = { deduplicates: false, canQuery: false };
      const { stage, ids } = await scheduled(storage, { traits });
      await forgottenSends(stage, ids.slice(0, 1));
      await workOn(stage, stage.another(), 130);

      assert.deepEqual(new Set(await statusesOf(stage, ids)), new Set(['sent_to_bank']));
      assert.ok((await incidentsOf(stage)).includes('outcome_unknown'));
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a bank that knows an order again, and cannot be asked, is sent it again',
    run: async (storage) => {
      const { stage, ids } = await scheduled(storage, { traits: { canQuery: false } });
      await forgottenSends(stage, ids.slice(0, 1));
      await stage.another().runDue();

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a restart without a restore does not ask the bank',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      await stage.pay([{}]);
      const { rail } = stage.bank;
      const restarted = stage.another({
        bankRail: { ...rail, query: () => Promise.reject(new Error('asked')) },
      });
      const { ids } = await stage.post([{}]);
      await restarted.runDue();

      assert.deepEqual(await statusesOf(stage, ids), ['paid']);
      assert.deepEqual(await incidentsOf(stage), []);
    },
  },
  {
    title: 'a clock that is behind that of the forgotten life keeps the doubt, and loses no payout',
    run: async (storage) => {
      const { stage, ids } = await scheduled(storage);
      stage.clock.advance(DAY);
      await forgottenSends(stage, ids.slice(0, 1));
      stage.clock.advance(-DAY);
      await workOn(stage, stage.another());
      assert.deepEqual((await stage.bank.orders()).length, 1);
      assert.equal((await stage.payout(ids[0] as TransactionId)).status, 'paid');

      stage.clock.advance(DAY);
      await workOn(stage, stage.another());
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'an operator can have the bank asked about everything, mark or no mark',
    run: async (storage) => {
      const { stage, ids } = await scheduled(storage);
      const [first] = ids as [TransactionId];
      await stage.bank.rail.submit([await orderOf(stage, first)]);
      const restored = stage.another();
      await restored.askBeforeSending();
      await workOn(stage, restored);

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'failed', 'paid']);
      await compareBooks(stage, ids);
    },
  },
  {
    title: 'a worker that starts on a restored database finds that out, although nothing is due',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{ amount: LARGE }]);
      await stage.runDue();
      await forgottenSends(stage, ids);
      const line = () => storage.read(({ doubts }) => doubts.line());
      assert.equal(await line(), undefined);
      const worker = stage.another().startWorker({ onError: () => undefined });
      await eventually(async () => (await line()) !== undefined);
      await worker.stop();
    },
  },
  {
    title: 'while the mark cannot be read or kept nothing is sent, and nothing is lost',
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const { ids } = await stage.post([{}, {}]);
      const { sendMark } = stage;
      const broken = () => Promise.reject(new Error('no such disk'));
      await assert.rejects(stage.another({ sendMark: { ...sendMark, read: broken } }).runDue());
      assert.equal((await stage.job((await stage.post([{}])).jobId)).status, 'queued');
      await assert.rejects(stage.another({ sendMark: { ...sendMark, raise: broken } }).runDue());
      assert.deepEqual(await stage.bank.orders(), []);

      await workOn(stage, stage.another());
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      await compareBooks(stage, ids);
    },
  },
];

const UNKNOWN = { kind: 'unknown' } as const;
