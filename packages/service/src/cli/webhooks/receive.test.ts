import test from 'ava';
import { E } from '@hundi/core';
import { signTestWebhook } from '@hundi/core/receiver';
import { receiver } from './receive.js';

const SECRET = `whsec_${'c2VjcmV0'.repeat(5)}`;
const AT = Date.UTC(2030, 0, 15, 12);

const delivery = (webhookId: string) => {
  const body = JSON.stringify({
    id: webhookId,
    type: 'transaction.paid',
    created: AT,
    data: { object: {} },
  });
  const headers = signTestWebhook({ secrets: [SECRET], webhookId, body, at: AT });
  return { body: new TextEncoder().encode(body), headers: { ...headers } };
};

const isAgain = (receive: ReturnType<typeof receiver>, webhookId: string) => {
  const { body, headers } = delivery(webhookId);
  const received = receive(body, headers, AT);
  return E.isLeft(received) ? received.left.reason : received.right.again;
};

test('an event is new once, and then comes again', (t) => {
  const receive = receiver([SECRET], 300);

  t.deepEqual(
    ['evt_1', 'evt_2', 'evt_1'].map((id) => isAgain(receive, id)),
    [false, false, true],
  );
});

test('it remembers so many events, and forgets the oldest', (t) => {
  const receive = receiver([SECRET], 300, 2);

  t.deepEqual(
    ['evt_1', 'evt_2', 'evt_3', 'evt_3', 'evt_1'].map((id) => isAgain(receive, id)),
    [false, false, false, true, false],
  );
});
