import type { AcceptedBatch, JobStatusRecord } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import {
  AMOUNT,
  balance,
  bankOrders,
  batchTo,
  json,
  payee,
  postBatch,
} from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import { runService, type RunningService } from '../testing/running-service.js';

const ROWS = 2_000;
const OPENING = 100_000_000_000;
const DAY_S = 86_400;

const jobOf = async (service: RunningService, jobId: string): Promise<JobStatusRecord> =>
  json(await service.get(`/v1/partner/payments/jobs/${jobId}?limit=1`));

/** Asks again until it holds: the moment of a kill is a state of the job, not a time. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds()));
};

/** When the process is killed: how far the job had come. */
const MOMENTS: Readonly<Record<string, (service: RunningService, jobId: string) => Promise<void>>> =
  {
    'right after the 202': () => Promise.resolve(),
    'when its rows are decided': (service, jobId) =>
      until(async () => (await jobOf(service, jobId)).status.startsWith('completed')),
    'when some of it is paid': (service, jobId) =>
      until(async () => (await jobOf(service, jobId)).counts.paid > 0),
  };

const killedAndBack = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
  moment: (service: RunningService, jobId: string) => Promise<void>,
) => {
  const first = await runService(dataDir, variables);
  const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', ROWS);
  const accepted = json<AcceptedBatch>(await postBatch(first, body), 202);
  await moment(first, accepted.jobId);
  t.is((await first.end('SIGKILL')).signal, 'SIGKILL');
  const second = await runService(dataDir, variables);
  t.teardown(() => second.end('SIGKILL'));
  return { accepted, second };
};

for (const [name, place] of Object.entries(await places())) {
  for (const [when, moment] of Object.entries(MOMENTS)) {
    test.serial(`${name}: killed ${when}, nothing is lost and nothing is paid twice`, async (t) => {
      const { accepted, second } = await killedAndBack(t, await place(t), moment);
      // Claims of the dead process lapse first.
      json(await second.post('/sandbox/v1/clock/advance', { seconds: DAY_S }));

      const job = await jobOf(second, accepted.jobId);
      t.like(job.counts, { total: ROWS, created: ROWS, paid: ROWS });
      const orders = await bankOrders(second);
      t.deepEqual(
        orders.map(({ transactionId, amount, state }) => ({ transactionId, amount, state })),
        accepted.transactions.map(({ transactionId }) => ({
          transactionId,
          amount: AMOUNT,
          state: 'paid',
        })),
      );
      t.is(await balance(second), OPENING - ROWS * AMOUNT);
    });
  }
}
