import type { TransactionObject } from '@hundi/core';
import type { AcceptedBatch } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { bankOrders, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { asPerson, comeIn, mailsTo } from '../testing/people.js';
import { places, type Place } from '../testing/places.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const CHECKER = 'checker@acme.example';

const running = (t: ExecutionContext, { dataDir, variables }: Place) =>
  serveHere(t, dataDir, variables);

/** Posts one payment of ₹20,000, which waits for a checker. */
const waiting = async (service: ServedHere): Promise<string> => {
  const body = batchTo(await payee(service, 'Sharma Steel'), 'RUN-1', 1, 2_000_000);
  const accepted = json<AcceptedBatch>(await postBatch(service, body), 202);
  await service.post('/sandbox/v1/settle');
  return accepted.transactions[0]?.transactionId ?? '';
};

for (const [name, place] of Object.entries(await places())) {
  test.serial(
    `${name}: a checker logs in with a mailed code, approves a payout, and it is paid`,
    async (t) => {
      const service = await running(t, await place(t));
      const id = await waiting(service);
      t.deepEqual(await bankOrders(service), []);
      const session = await comeIn(service, CHECKER);
      t.is(session.user.userId, 'u-checker' as typeof session.user.userId);
      const { items } = json<{ items: TransactionObject[] }>(
        await asPerson(service, session, '/approvals'),
      );
      t.deepEqual(
        items.map(({ transactionId, status }) => [transactionId, status]),
        [[id as TransactionObject['transactionId'], 'pending_approval']],
      );
      const decided = await asPerson(service, session, '/approvals', {
        action: 'approve',
        transactionIds: [id],
      });
      t.deepEqual(json(decided), {
        results: [{ transactionId: id, status: 'approved', error: null }],
      });
      await service.post('/sandbox/v1/settle');

      const paid = await transaction(service, id);
      t.is(paid.status, 'paid');
      t.is(paid.actors.approvedBy?.userId, 'u-checker');
      t.is((await bankOrders(service)).length, 1);
    },
  );

  test.serial(`${name}: mails and sessions outlive a restart`, async (t) => {
    const where = await place(t);
    const first = await running(t, where);
    const session = await comeIn(first, CHECKER);
    const mails = await mailsTo(first, CHECKER);
    await first.stop();
    const second = await running(t, where);

    t.is(mails.length, 1);
    t.deepEqual(await mailsTo(second, CHECKER), mails);
    t.deepEqual(await mailsTo(second, ''), mails);
    t.deepEqual(await mailsTo(second, 'maker@acme.example'), []);
    t.is((await asPerson(second, session, '/journal')).status, 200);
  });
}

test.serial('both interfaces are described, each in a document of its own', async (t) => {
  const service = await running(t, { dataDir: await emptyDataDir(), variables: {} });
  for (const path of ['/openapi.json', '/docs', '/portal/openapi.json', '/portal/docs'])
    t.is((await service.get(path)).status, 200, path);
});

test.serial(
  'the mailbox is asked for one address, and only users of the directory get mail',
  async (t) => {
    const service = await running(t, { dataDir: await emptyDataDir(), variables: {} });
    t.is((await service.get('/sandbox/v1/mail?to=a@b.example&to=c@d.example')).status, 400);
    t.is((await service.post('/portal/v1/login', { email: 'nobody@acme.example' })).status, 202);
    t.deepEqual(await mailsTo(service, 'nobody@acme.example'), []);
  },
);
