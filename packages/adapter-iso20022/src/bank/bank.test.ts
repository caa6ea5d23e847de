import { E } from '@hundi/core';
import test from 'ava';
import { initiate } from '../initiation/payment-initiation.js';
import { writeInitiation } from '../initiation/write-initiation.js';
import { matchEntries } from '../matching/match-entries.js';
import { matchStatuses } from '../matching/match-statuses.js';
import { sentOrders } from '../matching/sent-orders.js';
import { usageGuide } from '../guide/usage-guide.js';
import { answersOf, entriesOf } from '../messages.test.support.js';
import { GUIDE, guide, orderOf, refOf } from '../orders.test.data.js';
import { readInitiation } from './read-initiation.js';
import { writeNotification, type Booking } from './write-notification.js';
import { writeStatusReport } from './write-status-report.js';

const AT = Date.UTC(2026, 10, 27, 10);

const sent = async (orders = [orderOf(1), orderOf(2)], by = guide) => {
  const { initiation } = await initiate(orders, by, AT);
  if (initiation === undefined) throw new Error('nothing was written');
  const pieces: Uint8Array[] = [];
  for await (const piece of writeInitiation(initiation, by)) pieces.push(piece);
  return { initiation, bytes: Buffer.concat(pieces) };
};

const bookingOf = (n: number, side: Booking['side']): Booking => ({
  side,
  instructionId: refOf(n),
  debitAccountNumber: '50200011112222',
  amount: 50_000 + n,
  utr: `UTR${String(n)}`,
  bankReference: `CB${String(n)}`,
});

test('the bank reads the orders that were written', async (t) => {
  const order = orderOf(7, { narration: 'Rods < 5 & more', beneficiaryName: 'Sharma Steel' });
  const by = usageGuide({
    ...GUIDE,
    characters: { allowed: ' -~' },
    methods: { NEFT: { localInstrument: { proprietary: 'NEFT' } } },
  });
  const { initiation, bytes } = await sent([order], by);
  const read = await readInitiation(bytes);

  t.deepEqual(
    read,
    E.right({
      messageId: initiation.messageId,
      orders: [
        {
          instructionId: order.bankRef,
          endToEndId: order.endToEndId,
          paymentInformationId: initiation.groups[0]?.paymentInformationId ?? '',
          amount: order.amount,
          method: 'NEFT',
          executionDate: '2026-11-27',
          debtor: {
            name: 'Acme Traders',
            account: '50200011112222',
            ifsc: 'UTIB0000001',
            customerId: 'C77',
          },
          creditor: { name: 'Sharma Steel', account: '123456780001', ifsc: 'HDFC0000001' },
          narration: 'Rods < 5 & more',
        },
      ],
    }),
  );
});

test('the bank reads a message of 2,000 orders', async (t) => {
  const orders = Array.from({ length: 2_000 }, (_, n) => orderOf(n));
  const by = usageGuide({
    ...GUIDE,
    methods: { NEFT: { localInstrument: { proprietary: 'NEFT' } } },
  });
  const { bytes } = await sent(orders, by);
  const read = await readInitiation(bytes);

  t.deepEqual(
    E.isRight(read) ? read.right.orders.map(({ amount }) => amount) : read,
    orders.map(({ amount }) => amount),
  );
});

test('the bank takes no half of a pain.001', async (t) => {
  const { bytes } = await sent();
  const read = await readInitiation(bytes.subarray(0, bytes.length - 40));

  t.like(read, { left: { fault: 'truncated' } });
  t.like(await readInitiation(Buffer.from('<Document xmlns="urn:x"/>')), {
    left: { fault: 'wrong_message' },
  });
});

test('a status report that the bank writes is matched with its orders', async (t) => {
  const { initiation } = await sent();
  const paymentInformationId = initiation.groups[0]?.paymentInformationId ?? '';
  const about = (n: number) => ({
    instructionId: refOf(n),
    endToEndId: `INV-${String(n)}`,
    paymentInformationId,
  });
  const report = writeStatusReport({
    messageId: 'R1',
    createdAt: AT,
    about: initiation.messageId,
    statuses: [
      { ...about(1), status: 'ACSP' },
      { ...about(2), status: 'RJCT', reason: { code: 'AC01', words: 'No such <account>' } },
    ],
  });
  const { reports, unmatched } = await matchStatuses(
    await answersOf(report),
    await sentOrders([initiation]),
    guide,
  );

  t.deepEqual(unmatched, []);
  t.like(reports, [
    { reportId: 'R1', bankRef: refOf(1), verdict: { kind: 'accepted' } },
    {
      bankRef: refOf(2),
      verdict: {
        kind: 'refused',
        details: {
          code: 'beneficiary_account_invalid',
          message: 'Demo Bank: AC01 No such <account>',
        },
      },
    },
  ]);
});

test('a notification that the bank writes pays its orders, and returns them', async (t) => {
  const { initiation } = await sent();
  const matched = async (...bookings: ReadonlyArray<Booking>) =>
    matchEntries(
      await entriesOf(writeNotification({ messageId: 'N1', createdAt: AT, bookings })),
      await sentOrders([initiation]),
      guide,
    );
  const { reports, unmatched } = await matched(
    bookingOf(1, 'debit'),
    bookingOf(2, 'debit'),
    bookingOf(2, 'return'),
  );

  t.deepEqual(unmatched, []);
  t.like(reports, [
    {
      bankRef: refOf(1),
      verdict: { kind: 'paid', utr: 'UTR1', bankReference: 'CB1' },
    },
    { bankRef: refOf(2), verdict: { kind: 'paid', utr: 'UTR2' } },
    { bankRef: refOf(2), verdict: { kind: 'returned', utr: 'UTR2' } },
  ]);
});
