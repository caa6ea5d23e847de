import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcceptedBatch, JobStatusRecord } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import {
  balance,
  bankOrders,
  batchTo,
  json,
  payee,
  payOne,
  postBatch,
  transaction,
} from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const OPENING = 100_000_000_000;

const running = (t: ExecutionContext, { dataDir, variables }: Place) =>
  serveHere(t, dataDir, variables);

const advance = async (service: ServedHere, seconds: number): Promise<void> => {
  json(await service.post('/sandbox/v1/clock/advance', { seconds }));
};

for (const [name, place] of Object.entries(await places())) {
  test.serial(`${name}: a batch goes from its request to paid`, async (t) => {
    const service = await running(t, await place(t));
    const body = batchTo(await payee(service, 'Sharma Steel'), 'RUN-1', 3);
    const accepted = json<AcceptedBatch>(await postBatch(service, body), 202);
    await service.post('/sandbox/v1/settle');

    const job = json<JobStatusRecord>(
      await service.get(`/v1/partner/payments/jobs/${accepted.jobId}`),
    );
    t.is(job.status, 'completed_success');
    t.like(job.counts, { total: 3, created: 3, paid: 3, failed: 0 });
    for (const { transactionId } of accepted.transactions) {
      t.is((await transaction(service, transactionId)).status, 'paid');
    }
    t.is((await bankOrders(service)).length, 3);
    t.is(await balance(service), OPENING - 3 * 2_500);
  });

  test.serial(
    `${name}: a restart keeps everything, and a repeated request gets the same bytes`,
    async (t) => {
      const where = await place(t);
      const first = await running(t, where);
      const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', 2);
      const accepted = await postBatch(first, body);
      await first.post('/sandbox/v1/settle');
      const { jobId, transactions } = json<AcceptedBatch>(accepted, 202);
      const job = await first.get(`/v1/partner/payments/jobs/${jobId}`);
      const payees = await first.get('/v1/partner/beneficiaries');
      await first.stop();
      const second = await running(t, where);

      const replayed = await postBatch(second, body);
      t.deepEqual([replayed.status, replayed.text], [202, accepted.text]);
      t.is(replayed.headers.get('idempotent-replayed'), 'true');
      t.is((await second.get(`/v1/partner/payments/jobs/${jobId}`)).text, job.text);
      t.is((await second.get('/v1/partner/beneficiaries')).text, payees.text);
      t.is((await transaction(second, transactions[0]?.transactionId ?? '')).status, 'paid');
      t.is((await bankOrders(second)).length, 2);
      t.is(await balance(second), OPENING - 2 * 2_500);
    },
  );

  test.serial(
    `${name}: time can be moved, and what falls due is done before the answer`,
    async (t) => {
      const where = await place(t);
      const first = await running(t, where);
      const later = await payOne(first, 'Later Today');
      const back = await payOne(first, 'Returned Goods');
      t.is((await transaction(first, later)).status, 'sent_to_bank');
      t.is((await transaction(first, back)).status, 'paid');
      await advance(first, 3_600);

      t.is((await transaction(first, later)).status, 'paid');
      t.like(await transaction(first, back), {
        status: 'failed',
        statusDetails: { code: 'returned_after_credit' },
      });
      const { now } = json<{ now: number }>(await first.get('/sandbox/v1/clock'));
      await first.stop();
      const second = await running(t, where);
      t.true(json<{ now: number }>(await second.get('/sandbox/v1/clock')).now >= now);
    },
  );

  test.serial(`${name}: each sandbox payee meets the outcome of its account`, async (t) => {
    const service = await running(t, await place(t));
    const outcomes = {
      'Closed Account': 'beneficiary_account_invalid',
      'Offline Bank': 'beneficiary_bank_offline',
    };
    for (const [payeeName, code] of Object.entries(outcomes)) {
      const id = await payOne(service, payeeName);
      t.like(await transaction(service, id), { status: 'failed', statusDetails: { code } });
    }
    for (const payeeName of ['Silent Answer', 'Lost Order', 'Thrice Told']) {
      const id = await payOne(service, payeeName);
      await advance(service, 60);
      t.is((await transaction(service, id)).status, 'paid', payeeName);
    }
    t.is(await balance(service), OPENING - 3 * 2_500);
  });
}

const FAULTS = ['unreachable', 'answer_lost', 'order_lost', 'slow', 'duplicate_callback'];

test.serial(
  'with every fault of the bank, a payout ends paid and leaves the account once',
  async (t) => {
    const [place = () => Promise.reject(new Error('no database'))] = Object.values(await places());
    const service = await running(t, await place(t));
    const beneficiaryId = await payee(service, 'Sharma Steel');
    for (const kind of FAULTS) {
      json(await service.post('/sandbox/v1/bank/faults', { kind, count: 2 }));
      const body = batchTo(beneficiaryId, `RUN-${kind}`);
      const { transactions } = json<AcceptedBatch>(await postBatch(service, body), 202);
      await service.post('/sandbox/v1/settle');
      await advance(service, 3_600);

      t.is((await transaction(service, transactions[0]?.transactionId ?? '')).status, 'paid', kind);
    }
    t.is(await balance(service), OPENING - FAULTS.length * 2_500);
    t.is((await bankOrders(service)).length, FAULTS.length);
  },
);

test.serial('keys and the key-encryption key are for the owner only', async (t) => {
  const [place = () => Promise.reject(new Error('no database'))] = Object.values(await places());
  const { dataDir } = await running(t, await place(t));

  for (const file of ['credentials.json', 'hundi.kek']) {
    t.is((await stat(join(dataDir, file))).mode & 0o777, 0o600);
  }
});
