import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { compareBooks } from '../stage/compare-books.js';
import { vendorWith } from '../stage/group-stage.js';
import { unreadable } from '../stage/poisoned.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

const MINUTE = 60_000;

const incidentsOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 10))).map(
    ({ kind, subjectId, detail }) => [kind, subjectId, detail.replace(/inc_\w+/, 'ID')],
  );

const statusesOf = async (stage: Stage, ids: ReadonlyArray<TransactionId>) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id)).status);
  return statuses;
};

/** Lets an engine run that cannot read something, and rests after each failure, for so many minutes. */
const runUnable = async (stage: Stage, id: TransactionId, minutes: number): Promise<void> => {
  const engine = stage.another({ storage: unreadable(stage.storage, [id]) });
  for (let minute = 0; minute <= minutes; minute += 1) {
    // It fails each time that it comes upon it.
    for (let i = 0; i < 2; i += 1) await engine.runDue().catch(() => undefined);
    stage.clock.advance(MINUTE);
  }
};

const ROWS = Array.from({ length: 9 }, (_, i) => ({ reference: `R-${String(i)}` }));

export const unreadableScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a payout that cannot be read keeps no other from the bank, and is sent once it can be read',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post(ROWS);
      const bad = ids[5] as TransactionId;
      await runUnable(stage, bad, 1);
      const others = ids.filter((id) => id !== bad);
      assert.deepEqual(
        await statusesOf(stage, others),
        others.map(() => 'paid'),
      );
      assert.equal((await stage.payout(bad)).status, 'approved');
      assert.deepEqual(await incidentsOf(stage), []);

      await runUnable(stage, bad, 8);
      assert.deepEqual(await incidentsOf(stage), [
        ['sending_failed', bad, 'TypeError, logged as ID'],
      ]);
      await stage.advance(MINUTE);
      assert.equal((await stage.payout(bad)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
  {
    title:
      'payouts that are one debit with one that cannot be read wait with it, and keep no other job from the bank',
    asksStore: true,
    run: async (storage) => {
      const grouped = vendorWith({ effectiveConfiguration: { effectiveDebitMode: 'single' } });
      const stage = await openStage(storage, grouped, { traits: { ordersAGroup: 20_000 } });
      const { ids } = await stage.post(ROWS);
      const other = await stage.post([{ reference: 'OTHER' }]);
      await runUnable(stage, ids[5] as TransactionId, 2);
      assert.deepEqual(await statusesOf(stage, other.ids), ['paid']);
      assert.deepEqual(
        await statusesOf(stage, ids),
        ids.map(() => 'approved'),
      );

      await stage.advance(2 * MINUTE);
      assert.deepEqual(
        await statusesOf(stage, ids),
        ids.map(() => 'paid'),
      );
      await compareBooks(stage, [...ids, ...other.ids]);
    },
  },
  {
    title: 'the bank is asked about all other payouts than the one that cannot be read',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post(ROWS);
      const { rail } = stage.bank;
      let reaches = false;
      const losing = stage.another({
        bankRail: {
          ...rail,
          submit: async (orders) => {
            reaches = true;
            await rail.submit(orders);
            throw new Error('the answer is lost');
          },
          query: () => Promise.reject(new Error('the bank cannot be reached')),
        },
      });
      const bad = ids[5] as TransactionId;
      await losing.runDue();
      assert.ok(reaches);
      stage.clock.advance(MINUTE);
      await runUnable(stage, bad, 2);
      const others = ids.filter((id) => id !== bad);
      assert.deepEqual(
        await statusesOf(stage, others),
        others.map(() => 'paid'),
      );
      assert.equal((await stage.payout(bad)).status, 'sent_to_bank');

      await stage.advance(2 * MINUTE);
      assert.equal((await stage.payout(bad)).status, 'paid');
      await compareBooks(stage, ids);
    },
  },
];
