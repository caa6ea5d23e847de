import { bankGroupOf, type BankOrder } from '@hundi/core/rail';
import test from 'ava';
import { usageGuide } from '../guide/usage-guide.js';
import { GUIDE, guide, orderOf, refOf } from '../orders.test.data.js';
import { initiate } from './payment-initiation.js';

const AT = 1_764_201_600_000;

const refsOf = (groups: ReadonlyArray<{ readonly orders: ReadonlyArray<BankOrder> }> = []) =>
  groups.map(({ orders }) => orders.map(({ bankRef }) => bankRef));

test('orders of one job, account, method and day are one group, with its count and sum', async (t) => {
  const { initiation } = await initiate([orderOf(1), orderOf(2)], guide, AT);

  t.like(initiation, { count: 2, sum: 100_003 });
  t.deepEqual(refsOf(initiation?.groups), [[refOf(1), refOf(2)]]);
  t.is(initiation?.groups[0]?.sum, 100_003);
});

for (const [what, others] of [
  ['job', { jobId: 'job-2' as NonNullable<BankOrder['jobId']> }],
  ['debit account', { debitAccountNumber: '1' }],
  ['method', { paymentMethod: 'RTGS' }],
  ['day', { executionDate: '2026-11-30' }],
  ['payer', { debtor: { name: 'Other Traders', ifsc: 'UTIB0000001' } }],
] as ReadonlyArray<readonly [string, Partial<BankOrder>]>) {
  test(`an order of another ${what} is in another group`, async (t) => {
    const { initiation } = await initiate([orderOf(1), orderOf(2, others), orderOf(3)], guide, AT);

    t.deepEqual(refsOf(initiation?.groups), [[refOf(1), refOf(3)], [refOf(2)]]);
  });
}

test('a group of the engine is a group of its own, and the other orders of its job are another', async (t) => {
  const group = bankGroupOf([orderOf(1), orderOf(3)]);
  const { initiation } = await initiate(
    [orderOf(1, { group }), orderOf(2), orderOf(3, { group })],
    guide,
    AT,
  );

  t.deepEqual(refsOf(initiation?.groups), [[refOf(1), refOf(3)], [refOf(2)]]);
  t.deepEqual(
    initiation?.groups.map(({ isOneDebit }) => isOneDebit),
    [true, false],
  );
  t.is(initiation?.groups[0]?.paymentInformationId, group.groupRef);
});

test('the ids are functions of the orders: the same orders are the same message at any time', async (t) => {
  const first = await initiate([orderOf(1), orderOf(2)], guide, AT);
  const again = await initiate([orderOf(1), orderOf(2)], guide, 1);
  const other = await initiate([orderOf(1), orderOf(3)], guide, AT);

  t.is(again.initiation?.messageId, first.initiation?.messageId);
  t.deepEqual(again.initiation?.groups, first.initiation?.groups);
  t.not(other.initiation?.messageId, first.initiation?.messageId);
  t.regex(first.initiation?.messageId ?? '', /^M[0-9A-F]{32}$/);
  t.regex(first.initiation?.groups[0]?.paymentInformationId ?? '', /^G[0-9A-F]{32}$/);
});

test('an order that is there twice is in the message once', async (t) => {
  const { initiation } = await initiate([orderOf(1), orderOf(1), orderOf(2)], guide, AT);

  t.like(initiation, { count: 2, sum: 100_003 });
});

test('an order that cannot be written is refused by itself, and the others are sent', async (t) => {
  const { initiation, refused } = await initiate(
    [orderOf(1), orderOf(2, { beneficiaryName: 'குமார்' }), orderOf(3)],
    guide,
    AT,
  );

  t.deepEqual(refsOf(initiation?.groups), [[refOf(1), refOf(3)]]);
  t.is(initiation?.count, 2);
  t.deepEqual(
    refused.map(({ order, verdict }) => [order.bankRef, verdict]),
    [
      [
        refOf(2),
        {
          kind: 'refused',
          details: {
            code: 'text_not_writable',
            source: 'internal',
            message: 'Demo Bank does not take "கு" in the payee\'s name: write it in other letters',
            retryable: false,
            nextAction: 'fix_beneficiary',
          },
        },
      ],
    ],
  );
});

test('when no order can be written, there is no message', async (t) => {
  const { initiation } = await initiate([orderOf(1, { paymentMethod: 'UPI' })], guide, AT);

  t.is(initiation, undefined);
});

const purposeful = usageGuide({
  ...GUIDE,
  purposes: { salary: { code: 'SALA' } },
  remittance: 'structured',
});

for (const [what, others, code] of [
  ['of a method without codes', { paymentMethod: 'UPI' }, 'method_not_taken'],
  ['of a purpose without a code', { purpose: 'gift' }, 'purpose_not_taken'],
  ['with an end-to-end id that is too long', { endToEndId: 'x'.repeat(36) }, 'text_too_long'],
  [
    'with a reference that is too long, which is never cut',
    { reference: 'x'.repeat(36) },
    'text_too_long',
  ],
  [
    'with a reference in other letters, which are never replaced',
    { reference: 'é' },
    'text_not_writable',
  ],
  ['with a name that is too long', { beneficiaryName: 'x'.repeat(141) }, 'text_too_long'],
  ['with a name of which nothing is left', { beneficiaryName: ' ' }, 'text_not_writable'],
  ['with an account that is too long', { creditAccountNumber: '1'.repeat(35) }, 'text_too_long'],
  ['with an LEI that is none', { creditorLei: 'LEI' }, 'lei_invalid'],
  ['with a narration that the bank does not take', { narration: 'a & b < c' }, 'text_not_writable'],
] as ReadonlyArray<readonly [string, Partial<BankOrder>, string]>) {
  test(`an order ${what} is refused as ${code}`, async (t) => {
    const { refused } = await initiate([orderOf(1, others)], purposeful, AT);

    t.deepEqual(
      refused.map(({ verdict }) => verdict.details.code),
      [code],
    );
  });
}

test('an amount that is no positive whole number of paise is a defect', async (t) => {
  for (const amount of [0, -1, 1.5, NaN, 2 ** 53])
    await t.throwsAsync(initiate([orderOf(1, { amount })], guide, AT), { instanceOf: RangeError });
});

test('a day that is none is a defect', async (t) => {
  await t.throwsAsync(initiate([orderOf(1, { executionDate: '27.11.2026' })], guide, AT), {
    instanceOf: RangeError,
  });
});
