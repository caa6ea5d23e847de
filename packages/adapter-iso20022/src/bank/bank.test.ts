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
import { writeNotification, type Booking, type GroupBooking } from './write-notification.js';
import { writeStatement } from './write-statement.js';
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
      refused: [],
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

/** The nth orders, as one group of the engine. */
const groupOf = (...numbers: ReadonlyArray<number>) => {
  const sum = numbers.reduce((all, n) => all + orderOf(n).amount, 0);
  const group = { groupRef: `G${String(numbers[0])}`, count: numbers.length, sum };
  return numbers.map((n) => orderOf(n, { group, paymentMethod: 'IMPS' }));
};
const IMPS = usageGuide({
  ...GUIDE,
  batchBooking: true,
  methods: { IMPS: { localInstrument: { proprietary: 'IMPS' } } },
});

test('the bank reads which orders are one debit, with the count and the sum of their group', async (t) => {
  const alone = orderOf(3, { paymentMethod: 'IMPS' });
  const { bytes } = await sent([...groupOf(1, 2), alone], IMPS);
  const read = await readInitiation(bytes);

  t.deepEqual(E.isRight(read) ? read.right.orders.map(({ group }) => group) : read, [
    ...Array<unknown>(2).fill({ groupRef: 'G1', count: 2, sum: 100_003 }),
    undefined,
  ]);
});

for (const { what, as, instead, reason } of [
  {
    what: 'count',
    as: '<NbOfTxs>2</NbOfTxs><CtrlSum>1000.03</CtrlSum><PmtTpInf>',
    instead: '<NbOfTxs>3</NbOfTxs><CtrlSum>1000.03</CtrlSum><PmtTpInf>',
    reason: { code: 'AM20', words: 'NbOfTxs says 3 orders, the group has 2' },
  },
  {
    what: 'sum',
    as: '<NbOfTxs>2</NbOfTxs><CtrlSum>1000.03</CtrlSum><PmtTpInf>',
    instead: '<NbOfTxs>2</NbOfTxs><CtrlSum>1000.02</CtrlSum><PmtTpInf>',
    reason: { code: 'AM17', words: 'CtrlSum says 1000.02, the orders are worth 1000.03' },
  },
]) {
  test(`the bank takes no order of a group whose ${what} is another than it says, and says why`, async (t) => {
    const { initiation, bytes } = await sent([...groupOf(1, 2), ...groupOf(3, 4)], IMPS);
    const text = bytes.toString();
    t.true(text.includes(as));
    const read = await readInitiation(Buffer.from(text.replace(as, instead)));
    if (E.isLeft(read)) return t.fail(read.left.detail);
    const { orders, refused } = read.right;

    t.deepEqual(
      orders.map(({ instructionId }) => instructionId),
      [refOf(3), refOf(4)],
    );
    t.deepEqual(refused, [{ paymentInformationId: 'G1', reason }]);
    const report = writeStatusReport({
      messageId: 'R1',
      createdAt: AT,
      about: initiation.messageId,
      statuses: [],
      groups: refused.map((one) => ({ status: 'RJCT', ...one })),
    });
    const answered = await matchStatuses(
      await answersOf(report),
      await sentOrders([initiation]),
      IMPS,
    );
    t.deepEqual(answered.unmatched, []);
    return t.like(answered.reports, [
      {
        bankRef: refOf(1),
        verdict: {
          kind: 'refused',
          details: { message: `Demo Bank: ${reason.code} ${reason.words}` },
        },
      },
      { bankRef: refOf(2), verdict: { kind: 'refused' } },
    ]);
  });
}

test('the bank takes no group whose count or sum is no number', async (t) => {
  const text = (await sent(groupOf(1, 2), IMPS)).bytes.toString();
  const [start, end] = text.split('<PmtInf>');
  for (const [as, instead] of [
    ['<NbOfTxs>2<', '<NbOfTxs>two<'],
    ['<CtrlSum>1000.03<', '<CtrlSum>1000.031<'],
    ['<BtchBookg>true<', '<BtchBookg>yes<'],
  ] as const) {
    const broken = `${start ?? ''}<PmtInf>${end?.replace(as, instead) ?? ''}`;
    t.not(broken, text, instead);
    t.like(await readInitiation(Buffer.from(broken)), { left: { fault: 'invalid' } }, instead);
  }
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

test('a debit of a group that the bank writes pays the orders that it names, and a credit takes one back', async (t) => {
  const { initiation } = await sent(groupOf(1, 2, 3), IMPS);
  const group = { messageId: initiation.messageId, paymentInformationId: 'G1', count: 3 };
  const debit: GroupBooking = {
    side: 'debit',
    debitAccountNumber: '50200011112222',
    amount: 150_006,
    group,
    payments: [bookingOf(1, 'debit'), bookingOf(2, 'debit')],
  };
  const { utr: _, ...credit } = bookingOf(3, 'return');
  const day = {
    messageId: 'S1',
    createdAt: AT,
    day: '2026-11-27',
    from: AT,
    to: AT,
    accounts: [
      {
        accountNumber: '50200011112222',
        opening: 200_000,
        closing: 99_997,
        bookings: [debit, credit],
      },
    ],
  };
  for (const text of [
    writeStatement(day),
    writeNotification({ messageId: 'N1', createdAt: AT, bookings: [debit, credit] }),
  ]) {
    const entries = await entriesOf(text);
    t.like(
      entries.map(({ entry }) => entry),
      [
        { amount: { paise: 150_006 }, group, side: 'debit' },
        { amount: { paise: 50_003 }, side: 'credit' },
      ],
    );
    const { reports, unmatched } = matchEntries(entries, await sentOrders([initiation]), IMPS);

    t.deepEqual(unmatched, []);
    t.like(reports, [
      { bankRef: refOf(1), verdict: { kind: 'paid', utr: 'UTR1', bankReference: 'CB1' } },
      { bankRef: refOf(2), verdict: { kind: 'paid', utr: 'UTR2' } },
      { bankRef: refOf(3), verdict: { kind: 'returned', bankReference: 'CB3' } },
    ]);
  }
});

test('a debit of a group none of whose orders is paid yet says that the bank has each', async (t) => {
  const { initiation } = await sent(groupOf(1, 2), IMPS);
  const { messageId } = initiation;
  const debit: GroupBooking = {
    side: 'debit',
    debitAccountNumber: '50200011112222',
    amount: 100_003,
    group: { messageId, paymentInformationId: 'G1', count: 2 },
    payments: [],
  };
  const text = writeNotification({ messageId: 'N1', createdAt: AT, bookings: [debit] });
  const sentSoFar = await sentOrders([initiation]);
  const { reports, unmatched } = matchEntries(await entriesOf(text), sentSoFar, IMPS);

  t.deepEqual(unmatched, []);
  t.deepEqual(
    reports.map(({ bankRef, verdict }) => [bankRef, verdict.kind]),
    [
      [refOf(1), 'accepted'],
      [refOf(2), 'accepted'],
    ],
  );
});

test('a status report that the bank writes pays an order, with its UTR', async (t) => {
  const { initiation } = await sent(groupOf(1, 2), IMPS);
  const by = usageGuide({ ...GUIDE, statuses: { ACSC: 'paid' } });
  const report = writeStatusReport({
    messageId: 'R1',
    createdAt: AT,
    about: initiation.messageId,
    statuses: [
      {
        instructionId: refOf(2),
        paymentInformationId: 'G1',
        status: 'ACSC',
        paid: { utr: 'UTR2', bankReference: 'CB2' },
      },
    ],
  });
  const { reports, unmatched } = await matchStatuses(
    await answersOf(report),
    await sentOrders([initiation]),
    by,
  );

  t.deepEqual(unmatched, []);
  t.deepEqual(reports, [
    {
      reportId: 'R1',
      bankRef: refOf(2),
      verdict: { kind: 'paid', utr: 'UTR2', bankReference: 'CB2' },
    },
  ]);
});

test('a status report cuts words that are too long, and no letter of them in two', async (t) => {
  const words = `${'x'.repeat(104)}🙂🙂`;
  const report = writeStatusReport({
    messageId: 'R1',
    createdAt: AT,
    about: 'M1',
    statuses: [
      {
        instructionId: refOf(1),
        paymentInformationId: 'G1',
        status: 'RJCT',
        reason: { code: 'AC01', words },
      },
    ],
  });
  const [answer] = await answersOf(report);

  t.deepEqual(answer?.reasons, [{ code: 'AC01', texts: [`${'x'.repeat(104)}🙂`] }]);
});
