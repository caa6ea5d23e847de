import assert from 'node:assert/strict';
import { bankRefOf } from '@hundi/core/rail';
import { compareBooks } from '../stage/compare-books.js';
import { decide, first } from '../stage/approval-stage.js';
import { vendorWith } from '../stage/group-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';
import { withWindow } from '../stage/with-window.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GROUPED = vendorWith({ effectiveConfiguration: { effectiveDebitMode: 'single' } });

const incidentsOf = async ({ storage, tenant }: Stage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 100))).map(
    ({ kind, subjectId }) => [kind, subjectId],
  );

export const unknownScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a bank whose "absent" is never final is never sent an order twice, and an incident is raised',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { absenceFinalAfterMs: null } });
      const { ids } = await stage.post([{ to: 'LOST01' }]);
      const [id] = ids as [never];
      await stage.runDue();
      await stage.advance(59 * MINUTE);
      assert.deepEqual(await incidentsOf(stage), []);
      await stage.advance(48 * HOUR);
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      assert.deepEqual(await incidentsOf(stage), [['outcome_unknown', id]]);
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  ...[
    { what: 'is scheduled', row: { payoutDate: '2026-01-06' } },
    { what: 'awaits approval', row: { amount: 2_000_000, payoutDate: '2026-01-06' } },
  ].map(({ what, row }): Scenario => ({
    title: `a payout of which the bank reports while it ${what} is not sent, and becomes what the bank says of it`,
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      const verdict = { kind: 'paid', utr: 'UTR-EARLY', bankReference: 'B-1' } as const;
      const engine = stage.another({
        bankRail: {
          ...rail,
          submit: () => assert.fail('it was sent'),
          query: (asked) => Promise.resolve(asked.map(() => verdict)),
        },
      });
      const id = first((await stage.pay([row])).map(({ transactionId }) => transactionId));
      const bankRef = bankRefOf(id);
      await engine.takeBankReports([
        { reportId: 'early', bankRef, verdict },
        { reportId: 'again', bankRef, verdict },
      ]);
      if (what === 'awaits approval')
        assert.deepEqual(await decide(stage, 'u-checker', [id]), ['scheduled']);
      const { status, statusDetails } = await stage.payout(id);
      assert.deepEqual([status, statusDetails?.code], ['scheduled', 'held_for_review']);
      stage.clock.advance(24 * HOUR);
      await engine.runDue();

      const paid = await stage.payout(id);
      assert.deepEqual([paid.status, paid.utr], ['paid', 'UTR-EARLY']);
      assert.deepEqual(await incidentsOf(stage), [['contradictory_answer', id]]);
    },
  })),
  ...['an answer', 'a report'].map((by): Scenario => ({
    title: `an order that the bank has by ${by} of its own is never sent again, whatever the bank says then, and an incident is raised`,
    asksStore: true,
    run: async (storage) => {
      const traits = { deduplicates: false, absenceFinalAfterMs: MINUTE };
      const stage = await openStage(storage, {}, { traits });
      const { rail } = stage.bank;
      let sent = 0;
      const engine = stage.another({
        bankRail: {
          ...rail,
          submit: async (orders) => {
            sent += orders.length;
            if (by === 'a report')
              await stage.engine.takeBankReports(
                orders.map(({ bankRef }) => ({
                  reportId: 'taken',
                  bankRef,
                  verdict: { kind: 'accepted' },
                })),
              );
            return orders.map(() => ({ kind: by === 'a report' ? 'unknown' : 'accepted' }));
          },
          query: (asked) => Promise.resolve(asked.map(() => ({ kind: 'absent' }))),
        },
      });
      const { ids } = await stage.post([{}]);
      const [id] = ids as [never];
      for (let minutes = 0; minutes < 40; minutes += 1) {
        await engine.runDue();
        stage.clock.advance(MINUTE);
      }
      assert.equal(sent, 1);
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      assert.deepEqual(await incidentsOf(stage), [['contradictory_answer', id]]);
    },
  })),
  ...[
    { what: 'the mark cannot be kept', late: 0 },
    { what: 'the call would begin too late', late: 16_000 },
    { what: 'the mark cannot be kept until the window has closed', late: 0, closes: true },
    { what: 'the mark cannot be kept for a part of a group', late: 0, grouped: true },
  ].map(({ what, late, closes = false, grouped = false }): Scenario => ({
    title: `an order that the bank was not called with, because ${what}, is sent later, and its bank is asked nothing`,
    asksStore: true,
    run: async (storage) => {
      const traits = {
        absenceFinalAfterMs: null,
        ...(grouped && { ordersAGroup: 2, ordersACall: 3 }),
      };
      const acme = closes ? withWindow('09:00', '18:00') : grouped ? GROUPED : {};
      const start = closes ? { start: Date.UTC(2026, 0, 5, 12, 29, 50) } : {};
      const stage = await openStage(storage, acme, { traits, ...start });
      const { sendMark, clock } = stage;
      const rows = Array.from({ length: 7 }, (_, i) => ({ reference: `R-${String(i)}` }));
      const { ids } = await stage.post(rows);
      let isFirst = true;
      const broken = stage.another({
        bankRail: {
          ...stage.bank.rail,
          traits: { ...stage.bank.rail.traits, ...traits },
          query: () => assert.fail('nothing is in doubt'),
        },
        sendMark: {
          ...sendMark,
          raise: async (mark) => {
            const fails = isFirst;
            isFirst = false;
            if (fails && late === 0) throw new Error('no such disk');
            if (fails) clock.advance(late);
            return sendMark.raise(mark);
          },
        },
      });
      await broken.runDue().catch(() => undefined);
      for (const wait of [MINUTE, MINUTE, 15 * HOUR, MINUTE]) {
        clock.advance(wait);
        await broken.runDue();
      }
      for (const id of ids) assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, ids);
    },
  })),
  {
    title:
      'a bank that takes its time is left it: an incident is raised after what its rail declares',
    run: async (storage) => {
      const traits = { absenceFinalAfterMs: null, answersWithinMs: 26 * HOUR };
      const stage = await openStage(storage, {}, { traits });
      const { ids } = await stage.post([{ to: 'LOST01' }]);
      await stage.runDue();
      await stage.advance(26 * HOUR - 1);
      assert.deepEqual(await incidentsOf(stage), []);
      await stage.advance(HOUR);
      assert.deepEqual(await incidentsOf(stage), [['outcome_unknown', ids[0]]]);
    },
  },
  {
    title: 'a bank whose "absent" is final only later is sent the order again only then',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { absenceFinalAfterMs: 20 * MINUTE } });
      const [lost] = await stage.pay([{ to: 'LOST01' }]);
      const id = lost?.transactionId as never;
      await stage.advance(20 * MINUTE - 1);
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      await stage.advance(20 * MINUTE);
      assert.equal((await stage.payout(id)).status, 'paid');
      await compareBooks(stage, [id]);
    },
  },
  {
    title: 'a bank that cannot be asked is waited for, and its own report settles the payout',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { canQuery: false } });
      const [accepted, lost] = await stage.pay([{ to: 'LATER01' }, { to: 'SILENT01' }]);
      await stage.advance(3 * HOUR);
      assert.equal((await stage.payout(accepted?.transactionId as never)).status, 'paid');
      const waiting = await stage.payout(lost?.transactionId as never);
      assert.deepEqual(
        [waiting.status, waiting.statusDetails?.code],
        ['sent_to_bank', 'bank_confirmation_pending'],
      );
      assert.deepEqual(await incidentsOf(stage), [['outcome_unknown', lost?.transactionId]]);
    },
  },
  {
    title: 'a rail that rejects, and one that answers too little, leave every outcome unknown',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { rail } = stage.bank;
      let calls = 0;
      const broken = stage.another({
        bankRail: {
          ...rail,
          submit: async (orders) => {
            calls += 1;
            await rail.submit(orders);
            if (calls === 1) throw new Error('connection reset');
            return [];
          },
          query: () => Promise.reject(new Error('connection refused')),
        },
      });
      const first = await stage.post([{}, { to: 'CLOSED01' }]);
      await broken.runDue();
      const second = await stage.post([{}]);
      await broken.runDue();
      const ids = [...first.ids, ...second.ids];
      for (const id of ids) assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      await stage.advance(HOUR);
      const statuses: string[] = [];
      for (const id of ids) statuses.push((await stage.payout(id)).status);
      assert.deepEqual(statuses, ['paid', 'failed', 'paid']);
      await compareBooks(stage, ids);
    },
  },
];
