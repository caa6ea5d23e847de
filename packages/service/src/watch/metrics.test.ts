import type { WebhookAnswer, WebhookMessage } from '@hundi/core';
import { INCIDENT_KINDS, type Backlog } from '@hundi/core/wire';
import test from 'ava';
import { loggerTo } from '../log/logger.js';
import { backlogMetrics } from './backlog-metrics.js';
import { watchMachineClock } from './machine-clock.js';
import { makeMetrics } from './metrics.js';
import { observers } from './observers.js';
import { watchedRail } from './watched-rail.js';
import { watchedSender } from './watched-sender.js';

const silent = loggerTo({ write: () => undefined }, 'silent');

const BACKLOG: Backlog = {
  duties: [{ duty: 'send-to-bank', waiting: 7, due: 3, oldestDueMs: 1_500 }],
  openJobs: { queued: 2, processing: 1 },
  unknowns: { count: 4, oldestMs: 90_000 },
  endpoints: { failing: 2, disabled: { gone: 1, failing: 0, person: 3 } },
  incidents: {
    ...(Object.fromEntries(INCIDENT_KINDS.map((kind) => [kind, 0])) as Backlog['incidents']),
    outcome_unknown: 5,
  },
};

test('requests are counted by method, template and status, and how long they took', async (t) => {
  const { registry, request } = makeMetrics();
  const route = '/v1/partner/payments/jobs/{jobId}';
  request({ method: 'GET', route, status: 200, durationMs: 125 });
  request({ method: 'GET', route, status: 200, durationMs: 500 });
  const text = await registry.metrics();
  const labels = `method="GET",route="${route}",status="200"`;

  t.true(text.includes(`hundi_http_request_duration_seconds_count{${labels}} 2`));
  t.true(text.includes(`hundi_http_request_duration_seconds_sum{${labels}} 0.625`));
  t.true(text.includes(`hundi_http_request_duration_seconds_bucket{le="0.25",${labels}} 1`));
});

test('runs of duties, what they claimed and their errors are counted', async (t) => {
  const metrics = makeMetrics();
  const { worker } = observers(silent, metrics);
  worker.onRun?.({ duty: 'send-to-bank', items: 20, durationMs: 40 });
  worker.onRun?.({ duty: 'send-to-bank', items: 0, durationMs: 1 });
  worker.onError('send-to-bank', new Error('broken'), { incidentId: 'inc_1', subjects: [] });
  const text = await metrics.registry.metrics();

  t.true(text.includes('hundi_duty_run_duration_seconds_count{duty="send-to-bank"} 2'));
  t.true(text.includes('hundi_duty_items_total{duty="send-to-bank"} 20'));
  t.true(text.includes('hundi_duty_errors_total{duty="send-to-bank"} 1'));
});

test('attempts to deliver a webhook are counted by outcome', async (t) => {
  const metrics = makeMetrics();
  const { onWebhook } = observers(silent, metrics);
  const answers: WebhookAnswer[] = [
    { kind: 'answered', status: 204, text: '' },
    { kind: 'answered', status: 503, text: '' },
    { kind: 'unanswered', fault: 'timed_out' },
  ];
  const sender = watchedSender(
    {
      objection: async () => undefined,
      send: async () => answers.shift() ?? { kind: 'unanswered', fault: 'timed_out' },
      close: async () => undefined,
      hurried: (work) => work(),
    },
    onWebhook,
  );
  for (let i = 0; i < 4; i += 1) await sender.send({} as WebhookMessage);
  const text = await metrics.registry.metrics();

  for (const [outcome, count] of Object.entries({ '2xx': 1, '5xx': 1, timed_out: 2 }))
    t.true(
      text.includes(
        `hundi_webhook_attempt_duration_seconds_count{outcome="${outcome}"} ${String(count)}`,
      ),
    );
});

test('calls of the bank are counted by outcome, and their results stay unchanged', async (t) => {
  const metrics = makeMetrics();
  const refused = new Error('refused');
  const rail = watchedRail(
    {
      traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: null },
      submit: async (orders) => orders.map(() => ({ kind: 'accepted' })),
      query: () => Promise.reject(refused),
      refuses: ({ paymentMethod: of }) => ({ of: 'paymentMethod', message: `No ${of}.` }),
    },
    observers(silent, metrics).onBankCall,
  );
  t.is(rail.refuses?.({ paymentMethod: 'IMPS' } as never)?.message, 'No IMPS.');
  t.deepEqual(await rail.submit([{} as never]), [{ kind: 'accepted' }]);
  t.is(await t.throwsAsync(rail.query([])), refused);
  const text = await metrics.registry.metrics();

  t.true(
    text.includes('hundi_bank_call_duration_seconds_count{call="submit",outcome="answered"} 1'),
  );
  t.true(text.includes('hundi_bank_call_duration_seconds_count{call="query",outcome="failed"} 1'));
});

test('the process reports its memory and the lag of its event loop', async (t) => {
  const text = await makeMetrics().registry.metrics();

  t.regex(text, /^process_resident_memory_bytes \d+$/m);
  t.regex(text, /^nodejs_eventloop_lag_seconds /m);
});

test('the backlog is shown in counts and seconds', async (t) => {
  const { registry } = makeMetrics();
  await backlogMetrics(registry, () => Promise.resolve(BACKLOG), silent)();
  const text = await registry.metrics();

  for (const line of [
    'hundi_backlog_readable 1',
    'hundi_jobs_open{status="queued"} 2',
    'hundi_jobs_open{status="processing"} 1',
    'hundi_work_waiting{duty="send-to-bank"} 7',
    'hundi_work_due{duty="send-to-bank"} 3',
    'hundi_work_oldest_due_seconds{duty="send-to-bank"} 1.5',
    'hundi_payouts_unknown 4',
    'hundi_payouts_unknown_oldest_seconds 90',
    'hundi_webhook_endpoints_failing 2',
    'hundi_webhook_endpoints_disabled{by="gone"} 1',
    'hundi_webhook_endpoints_disabled{by="failing"} 0',
    'hundi_webhook_endpoints_disabled{by="person"} 3',
    'hundi_incidents_last_hour{kind="outcome_unknown"} 5',
  ]) {
    t.true(text.split('\n').includes(line), line);
  }
});

test('a backlog that cannot be read shows no figures, and that it cannot', async (t) => {
  const { registry } = makeMetrics();
  await backlogMetrics(registry, () => Promise.reject(new Error('no database')), silent)();
  const text = await registry.metrics();

  t.regex(text, /^hundi_backlog_readable 0$/m);
  t.notRegex(text, /^hundi_(jobs|work|payouts|incidents|webhook_endpoints)/m);
});

test('a machine clock that comes to differ is warned of once, until it is right again', async (t) => {
  const warned: unknown[] = [];
  const { registry } = makeMetrics();
  const { onReading } = watchMachineClock(registry, {
    warn: (event, fields) => warned.push([event, fields]),
  });
  for (const aheadMs of [0, 2_000, -3_000, 3_000]) onReading(aheadMs);
  t.deepEqual(warned, [['machine clock differs from the database', { aheadMs: -3_000 }]]);
  t.regex(await registry.metrics(), /^hundi_machine_clock_ahead_seconds 3$/m);

  for (const aheadMs of [0, 3_000]) onReading(aheadMs);
  t.is(warned.length, 2);
});

test('many scrapes at once ask the database once', async (t) => {
  const { registry } = makeMetrics();
  let asked = 0;
  const refresh = backlogMetrics(
    registry,
    () => {
      asked += 1;
      return Promise.resolve(BACKLOG);
    },
    silent,
  );
  await Promise.all([refresh(), refresh(), refresh()]);
  await refresh();

  t.is(asked, 1);
});

test('a clock of the database that cannot be read is warned of once, until it was read again', (t) => {
  const warned: unknown[] = [];
  const { registry } = makeMetrics();
  const { onReading, onFailure } = watchMachineClock(registry, {
    warn: (event, fields) => warned.push([event, fields]),
  });
  const error = new Error('no database');
  for (let times = 0; times < 3; times += 1) onFailure(error);
  t.deepEqual(warned, [['the clock of the database could not be read', { error }]]);

  onReading(0);
  onFailure(error);
  t.is(warned.length, 2);
});
