import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcceptedBatch, JobStatusRecord } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { bankOrders, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import { runService, type Ended, type RunningService } from '../testing/running-service.js';

const ROWS = 2_000;

const running = async (t: ExecutionContext, { dataDir, variables }: Place) => {
  const service = await runService(dataDir, variables);
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

const stop = async (t: ExecutionContext, service: RunningService): Promise<Ended> => {
  const ended = await service.end('SIGTERM');
  t.like(ended, { code: 0, signal: null });
  return ended;
};

const jobOf = async (service: RunningService, jobId: string): Promise<JobStatusRecord> =>
  json(await service.get(`/v1/partner/payments/jobs/${jobId}?limit=1`));

const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
};

const MOMENTS: Readonly<Record<string, (service: RunningService, jobId: string) => Promise<void>>> =
  {
    'right after the 202': () => Promise.resolve(),
    'when some of it is paid': (service, jobId) =>
      until(async () => (await jobOf(service, jobId)).counts.paid > 0),
  };

for (const [name, place] of Object.entries(await places())) {
  for (const [when, moment] of Object.entries(MOMENTS)) {
    test.serial(`${name}: stopped ${when}, it leaves nothing claimed behind`, async (t) => {
      const where = await place(t);
      const first = await running(t, where);
      const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', ROWS);
      const { jobId } = json<AcceptedBatch>(await postBatch(first, body), 202);
      await moment(first, jobId);
      await stop(t, first);

      const second = await running(t, where);
      // No lease has to lapse for this: time stands where it stood.
      await second.post('/sandbox/v1/settle');
      t.like((await jobOf(second, jobId)).counts, { total: ROWS, created: ROWS, paid: ROWS });
      t.is((await bankOrders(second)).length, ROWS);
    });
  }

  test.serial(
    `${name}: a batch that is posted while it stops is answered or not taken`,
    async (t) => {
      const where = await place(t);
      const first = await running(t, where);
      const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', ROWS);
      const answer = postBatch(first, body).catch(() => undefined);
      await stop(t, first);
      const answered = await answer;

      const second = await running(t, where);
      const again = await postBatch(second, body);
      t.is(again.status, 202);
      if (answered !== undefined) t.deepEqual([answered.status, answered.text], [202, again.text]);
      await second.post('/sandbox/v1/settle');
      t.is((await bankOrders(second)).length, ROWS);
    },
  );
}

/** A bank that says when it was called, and answers a submit when the file `go` is there. */
const RAIL = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const at = (name) => new URL(name, import.meta.url);
const paid = ({ bankRef }) => ({ kind: 'paid', utr: 'U' + bankRef, bankReference: bankRef });
const note = (call) => appendFileSync(at('calls'), call + '\\n');
const go = async () => { while (!existsSync(at('go'))) await new Promise((r) => setTimeout(r, 5)); };
export default () => ({
  traits: { deduplicates: false, canQuery: true, absenceFinalAfterMs: 0 },
  submit: async (orders) => { note('submit'); await go(); return orders.map(paid); },
  query: async (orders) => { note('query'); return orders.map(paid); },
});
`;

const slowBank = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bank-'));
  const [rail, calls] = [join(folder, 'rail.mjs'), join(folder, 'calls')];
  await writeFile(rail, RAIL);
  return {
    rail,
    isCalled: () => existsSync(calls),
    calls: async () => (await readFile(calls, 'utf8')).trim().split('\n'),
    answer: () => writeFile(join(folder, 'go'), ''),
  };
};

/** A service that is stopped while the bank has its only payment. */
const stoppedInCall = async (t: ExecutionContext, answers: boolean) => {
  const [place] = Object.values(await places());
  const where = await (place as NonNullable<typeof place>)(t);
  const bank = await slowBank();
  const here = { ...where, variables: { ...where.variables, BANK_RAIL: bank.rail } };
  const first = await running(t, here);
  const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1');
  const { transactions } = json<AcceptedBatch>(await postBatch(first, body), 202);
  await until(bank.isCalled);
  const stopped = stop(t, first);
  if (answers) {
    await until(async () => (await first.get('/readyz').catch(() => undefined)) === undefined);
    await bank.answer();
  }
  const { stderr } = await stopped;
  const second = await running(t, here);
  return { bank, second, stderr, id: transactions[0]?.transactionId ?? '' };
};

test.serial(
  'stopped during a call of the bank, it waits for the answer and keeps it',
  async (t) => {
    const { bank, second, id } = await stoppedInCall(t, true);

    t.is((await transaction(second, id)).status, 'paid');
    t.deepEqual(await bank.calls(), ['submit']);
  },
);

test.serial('a bank that never answers holds no stop up, and is asked later', async (t) => {
  const { bank, second, stderr, id } = await stoppedInCall(t, false);
  // The stop was cut off: it waited neither for the bank nor until the engine gives a call up.
  const [last = ''] = stderr.filter((line) => /"msg":"stop(ping|ped)"/.test(line)).slice(-1);
  t.regex(last, /"msg":"stopping"/);
  t.is((await transaction(second, id)).status, 'sent_to_bank');
  json(await second.post('/sandbox/v1/clock/advance', { seconds: 60 }));

  t.is((await transaction(second, id)).status, 'paid');
  t.deepEqual(await bank.calls(), ['submit', 'query']);
});
