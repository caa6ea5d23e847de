import type { AcceptedBatch } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const starting =
  (t: ExecutionContext) =>
  (dataDir: string, variables: Place['variables']): Promise<ServedHere> =>
    serveHere(t, dataDir, variables);

const SCRIPT = {
  reference: 'INV-1',
  outcomes: [
    { kind: 'refused', code: 'account_frozen', message: 'The account is frozen.' },
    'unknown',
  ],
};

/** Pays one invoice again, and returns what became of it. */
const pay = async (service: ServedHere, key: string) => {
  const body = batchTo(await payee(service, 'Sharma Steel'), key);
  const [payment] = body.payments;
  const batch = { ...body, payments: [{ ...payment, transactionReference: 'INV-1' }] };
  const accepted = json<AcceptedBatch>(await postBatch(service, batch as typeof body), 202);
  await service.post('/sandbox/v1/settle');
  const { status, statusDetails } = await transaction(
    service,
    accepted.transactions[0]?.transactionId ?? '',
  );
  return [status, statusDetails?.code];
};

for (const [name, place] of Object.entries(await places()))
  test.serial(
    `${name}: a script over HTTP decides what the bank does with a reference`,
    async (t) => {
      const { dataDir, variables } = await place(t);
      const start = starting(t);
      const first = await start(dataDir, variables);
      const scripted = await first.post('/sandbox/v1/bank/script', SCRIPT);
      t.deepEqual(json(scripted), {
        ...SCRIPT,
        outcomes: [SCRIPT.outcomes[0], { kind: 'unknown' }],
      });
      t.deepEqual(await pay(first, 'RUN-1'), ['failed', 'account_frozen']);

      // What is left of a script outlives the process.
      await first.stop();
      const second = await start(dataDir, variables);
      t.deepEqual(await pay(second, 'RUN-2'), ['paid', undefined]);

      const { status, text } = await second.post('/sandbox/v1/bank/script', {
        reference: 'INV-1',
        outcomes: [{ kind: 'late', after: 5 }],
      });
      t.is(status, 400);
      t.true(text.includes('"pointer":"/outcomes/0/after"'), text);
    },
  );

test.serial(
  'PostgreSQL: a script that one process takes is seen by the one that pays',
  async (t) => {
    const place = (await places())['PostgreSQL'];
    if (place === undefined) return t.pass('no PostgreSQL answers');
    const { dataDir, variables } = await place(t);
    const start = starting(t);
    const worker = await start(dataDir, variables);
    const http = await start(dataDir, { ...variables, WORKERS: '0' });
    await http.post('/sandbox/v1/bank/script', SCRIPT);

    t.deepEqual(await pay(worker, 'RUN-1'), ['failed', 'account_frozen']);
    return t.pass();
  },
);
