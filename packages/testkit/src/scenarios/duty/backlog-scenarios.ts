import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { INCIDENT_KINDS, type Backlog } from '@hundi/core/wire';
import { listUnknowns } from '@hundi/core/operator';
import { bankRefOf } from '@hundi/core/rail';
import type { Scenario } from '../stage/scenario.js';
import { behaviours } from '../../kit/webhook/receivers.js';
import { openStage, type Stage } from '../stage/stage.js';
import { DAY, openWebhooks } from '../stage/webhook-stage.js';
import { withoutPayees } from '../stage/without-payees.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const LEDGER = 'https://ledger.example/hooks';
const TILL = 'https://till.example/hooks';
const GONE = 'https://gone.example/hooks';

const dutyIn = ({ duties }: Backlog, duty: string) => duties.find((one) => one.duty === duty);

const NO_INCIDENTS = Object.fromEntries(INCIDENT_KINDS.map((kind) => [kind, 0]));

/** A bank that takes orders, never answers and cannot be asked. */
const deaf = ({ bank: { rail } }: Stage) => ({
  ...rail,
  submit: () => Promise.reject(new Error('no answer')),
  query: () => Promise.reject(new Error('no answer')),
});

export const backlogScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an idle engine has no backlog',
    run: async (storage) => {
      const { engine } = await openStage(storage);
      const { duties, ...rest } = await engine.getBacklog();

      assert.deepEqual(rest, {
        openJobs: { queued: 0, processing: 0 },
        unknowns: { count: 0, oldestMs: 0 },
        endpoints: { failing: 0, disabled: { gone: 0, failing: 0, person: 0 } },
        incidents: NO_INCIDENTS,
      });
      assert.ok(duties.length > 0);
      for (const { duty, ...figures } of duties) {
        assert.deepEqual(figures, { waiting: 0, due: 0, oldestDueMs: 0 }, duty);
      }
    },
  },
  {
    title: 'without a worker a batch stays an open job, and its age counts as lag',
    run: async (storage) => {
      const { engine, clock, post } = await openStage(storage);
      await post([{}, {}]);
      await post([{}]);
      clock.advance(5 * MINUTE);
      const backlog = await engine.getBacklog();

      assert.deepEqual(backlog.openJobs, { queued: 2, processing: 0 });
      assert.deepEqual(dutyIn(backlog, 'process-jobs'), {
        duty: 'process-jobs',
        waiting: 2,
        due: 2,
        oldestDueMs: 5 * MINUTE,
      });
    },
  },
  {
    title: 'a job whose evaluation fails is processing until it is given up',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post([{}]);
      const engine = stage.another({ storage: withoutPayees(storage) });
      await engine.runDue();
      const { openJobs } = await engine.getBacklog();

      assert.equal((await stage.job(jobId)).status, 'processing');
      assert.deepEqual(openJobs, { queued: 0, processing: 1 });
    },
  },
  {
    title:
      'payouts whose outcome the bank has not reported are counted, with the age of the oldest',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { clock, post } = stage;
      const engine = stage.another({ bankRail: deaf(stage) });
      await post([{}, {}]);
      await engine.runDue();
      clock.advance(10 * MINUTE);
      await post([{}]);
      await engine.runDue();
      const { unknowns, incidents } = await engine.getBacklog();

      assert.deepEqual(unknowns, { count: 3, oldestMs: 10 * MINUTE });
      assert.deepEqual(incidents, NO_INCIDENTS);
    },
  },
  {
    title:
      'a payout that the bank has reported by itself is unknown no more, before it is asked again',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const engine = stage.another({ bankRail: deaf(stage) });
      const { ids } = await stage.post([{}, {}]);
      await engine.runDue();
      const [paid, lost] = ids as unknown as [TransactionId, TransactionId];
      await engine.takeBankReports([
        {
          reportId: 'r-1',
          bankRef: bankRefOf(paid),
          verdict: { kind: 'paid', utr: 'UTR', bankReference: 'BANK' },
        },
      ]);
      const listed = async (limit: number) =>
        (await listUnknowns(stage, { olderThanMs: 0, limit })).map(
          ({ payout }) => payout.transactionId,
        );

      assert.equal((await engine.getBacklog()).unknowns.count, 1);
      assert.deepEqual(await listed(10), [lost]);
      assert.deepEqual(await listed(1), [lost]);
    },
  },
  {
    title: 'an incident is counted for an hour',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { clock, post } = stage;
      const engine = stage.another({ bankRail: deaf(stage) });
      await post([{}]);
      await engine.runDue();
      clock.advance(HOUR);
      await engine.runDue();
      assert.deepEqual((await engine.getBacklog()).incidents, {
        ...NO_INCIDENTS,
        outcome_unknown: 1,
      });

      clock.advance(HOUR + 1);
      assert.deepEqual((await engine.getBacklog()).incidents, NO_INCIDENTS);
    },
  },
  {
    title:
      'endpoints that fail are counted until they answer or are disabled, those disabled by why',
    run: async (storage) => {
      const { engine, register, change, payOne, advance, receivers } = await openWebhooks(storage);
      const { endpoint: ledger } = await register(LEDGER);
      const { endpoint: till } = await register(TILL);
      await register(GONE);
      const none = { gone: 0, failing: 0, person: 0 };
      const counted = async () => (await engine.getBacklog()).endpoints;
      receivers.behave(LEDGER, behaviours.failing);
      receivers.behave(TILL, behaviours.failing);
      receivers.behave(GONE, behaviours.gone);
      await payOne();
      assert.deepEqual(await counted(), { failing: 2, disabled: { ...none, gone: 1 } });

      await change(till.endpointId, { status: 'disabled' });
      assert.deepEqual(await counted(), { failing: 1, disabled: { ...none, gone: 1, person: 1 } });
      receivers.behave(LEDGER, behaviours.healthy);
      await advance(DAY);
      assert.equal((await counted()).failing, 0);
      await change(till.endpointId, { status: 'enabled' });
      for (let day = 0; day < 8; day += 1) {
        await payOne();
        await advance(DAY);
      }
      assert.deepEqual(await counted(), { failing: 0, disabled: { ...none, gone: 1, failing: 1 } });

      receivers.behave(LEDGER, async (message, attempt) => {
        await change(ledger.endpointId, { status: 'disabled' });
        return behaviours.failing(message, attempt);
      });
      await payOne();
      // Work that was in progress is checked once more.
      await advance(DAY);
      assert.deepEqual(await counted(), {
        failing: 0,
        disabled: { gone: 1, failing: 1, person: 1 },
      });
    },
  },
];
