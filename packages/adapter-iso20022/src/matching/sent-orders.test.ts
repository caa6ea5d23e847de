import { E } from '@hundi/core';
import test from 'ava';
import { orderOf, refOf } from '../orders.test.data.js';
import { knownUtrs } from './known-utrs.js';
import { sentMessage, SENT } from './sent.test.data.js';
import { sentOrders, type Named } from './sent-orders.js';

const M2 = sentMessage('M2', {
  G3: [orderOf(4, { endToEndId: 'INV-1' })],
  G4: [
    orderOf(5, { endToEndId: 'SAME', amount: 100 }),
    orderOf(6, { endToEndId: 'SAME', amount: 200 }),
    orderOf(7, { endToEndId: 'TWIN', amount: 300 }),
    orderOf(8, { endToEndId: 'TWIN', amount: 300 }),
  ],
});
const sent = await sentOrders([SENT, M2], knownUtrs([[refOf(1), 'UTR1']]));

for (const [what, named, expected] of [
  ['by its own reference alone', { of: { instructionId: refOf(2) } }, 2],
  [
    'by a reference in its message and group',
    { of: { messageId: 'M1', paymentInformationId: 'G1', endToEndId: 'INV-1' } },
    1,
  ],
  [
    'by its message, where another message has the same end-to-end id',
    { of: { messageId: 'M2', endToEndId: 'INV-1' } },
    4,
  ],
  [
    'by its group, where another group has the same end-to-end id',
    { of: { paymentInformationId: 'G3', endToEndId: 'INV-1' } },
    4,
  ],
  [
    'by its amount, where its group has the same end-to-end id twice',
    { of: { messageId: 'M2', paymentInformationId: 'G4', endToEndId: 'SAME' }, amount: 200 },
    6,
  ],
  ['by the UTR that the bank gave it', { of: {}, utr: 'UTR1' }, 1],
  [
    'by its own reference, where the bank filled in a message id of its own',
    { of: { messageId: 'BANKS-OWN', instructionId: refOf(3) } },
    3,
  ],
  ['by its end-to-end id alone, where only one has it', { of: { endToEndId: 'INV-2' } }, 2],
] as ReadonlyArray<readonly [string, Named, number]>) {
  test(`an order is found ${what}`, (t) => {
    const found = sent.find(named);

    t.is(E.isRight(found) ? found.right.bankRef : found.left, refOf(expected));
  });
}

for (const [what, named, expected] of [
  [
    'an end-to-end id that two orders of different messages have',
    { of: { endToEndId: 'INV-1' } },
    'ambiguous',
  ],
  [
    'an end-to-end id that two orders of one amount have',
    { of: { endToEndId: 'TWIN' }, amount: 300 },
    'ambiguous',
  ],
  [
    'an end-to-end id that is twice in a group, and no amount',
    { of: { endToEndId: 'SAME' } },
    'ambiguous',
  ],
  [
    'a message that was not sent',
    { of: { messageId: 'M9', endToEndId: 'INV-2' } },
    'unknown_message',
  ],
  [
    'a group that the message does not have',
    { of: { messageId: 'M1', paymentInformationId: 'G9', endToEndId: 'INV-2' } },
    'unknown_group',
  ],
  [
    'an order of another group of the message',
    { of: { messageId: 'M1', paymentInformationId: 'G2', instructionId: refOf(1) } },
    'unknown_order',
  ],
  [
    'an order of another message that was sent',
    { of: { messageId: 'M2', instructionId: refOf(1) } },
    'unknown_order',
  ],
  ['no reference at all', { of: {} }, 'unknown_order'],
  [
    'a message and group alone',
    { of: { messageId: 'M1', paymentInformationId: 'G2' } },
    'unknown_order',
  ],
  [
    'the word for no end-to-end id',
    { of: { messageId: 'M1', endToEndId: 'NOTPROVIDED' } },
    'unknown_order',
  ],
] as ReadonlyArray<readonly [string, Named, string]>) {
  test(`${what} names no order: ${expected}`, (t) => {
    t.deepEqual(sent.find(named) as unknown, E.left(expected));
  });
}

test('an order that was sent again in another message is one order', async (t) => {
  const again = await sentOrders([SENT, sentMessage('M7', { G7: [orderOf(1)] })]);

  for (const messageId of ['M1', 'M7']) {
    const found = again.find({ of: { messageId, endToEndId: 'INV-1' } });
    t.true(E.isRight(found) && found.right.messageId === messageId);
  }
  t.true(E.isRight(again.find({ of: { endToEndId: 'INV-1' } })));
});
