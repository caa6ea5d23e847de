import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import { paySuppliers, review } from './pay-suppliers.js';
import { sandboxService } from './sandbox-service.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const open = async () => {
  const sandbox = await createSandbox({ storage: memoryStorage() });
  return { ...sandbox, service: sandboxService(sandbox) };
};

test('invoices are paid, and sending the run again pays nothing twice', async (t) => {
  const { service, runDue, beneficiary, bank } = await open();
  const invoices = [
    { number: 'INV-1', payeeId: await beneficiary('SHARMA01'), amount: 125_000 },
    { number: 'INV-2', payeeId: await beneficiary('MEHTA02'), amount: 80_000 },
  ];
  const sent = await paySuppliers(service, 'may', invoices);
  t.deepEqual(await review(service, sent), { 'INV-1': 'wait', 'INV-2': 'wait' });
  t.deepEqual(await paySuppliers(service, 'may', invoices), sent);
  await runDue();
  t.deepEqual(await review(service, sent), { 'INV-1': 'nothing', 'INV-2': 'nothing' });
  t.deepEqual(
    (await bank.orders()).map(({ amount, state }) => [amount, state]),
    [
      [125_000, 'paid'],
      [80_000, 'paid'],
    ],
  );
});

test('an account that the bank does not know fails with fix_beneficiary, and affects no other payout', async (t) => {
  const { service, runDue, beneficiary } = await open();
  const sent = await paySuppliers(service, 'may', [
    { number: 'INV-1', payeeId: await beneficiary('CLOSED01'), amount: 5_000 },
    { number: 'INV-2', payeeId: await beneficiary('OFFLINE01'), amount: 5_000 },
    { number: 'INV-3', payeeId: await beneficiary('SHARMA01'), amount: 5_000 },
  ]);
  await runDue();
  t.deepEqual(await review(service, sent), {
    'INV-1': 'correct the payee',
    'INV-2': 'pay again',
    'INV-3': 'nothing',
  });
});

test('an unknown outcome is waited for, and the money leaves once', async (t) => {
  const { service, runDue, advance, beneficiary, bank } = await open();
  bank.faults.arm({ kind: 'unreachable', count: 3 });
  const sent = await paySuppliers(service, 'may', [
    { number: 'INV-1', payeeId: await beneficiary('SILENT01'), amount: 5_000 },
  ]);
  await runDue();
  t.deepEqual(await review(service, sent), { 'INV-1': 'wait' });
  await advance(10 * MINUTE);
  t.deepEqual(await review(service, sent), { 'INV-1': 'nothing' });
  t.is((await bank.orders())[0]?.executions, 1);
});

test('an invoice that is due later is paid on its day', async (t) => {
  const { service, runDue, advance, beneficiary, bank } = await open();
  const sent = await paySuppliers(service, 'may', [
    {
      number: 'INV-1',
      payeeId: await beneficiary('SHARMA01'),
      amount: 5_000,
      payOn: '2026-01-07',
    },
  ]);
  await runDue();
  await advance(DAY);
  t.deepEqual(await review(service, sent), { 'INV-1': 'wait' });
  t.deepEqual(await bank.orders(), []);
  await advance(DAY);
  t.deepEqual(await review(service, sent), { 'INV-1': 'nothing' });
});

test('a payout that comes back after it was paid is seen at the next review', async (t) => {
  const { service, runDue, advance, beneficiary } = await open();
  const sent = await paySuppliers(service, 'may', [
    { number: 'INV-1', payeeId: await beneficiary('RETURN01'), amount: 5_000 },
  ]);
  await runDue();
  t.deepEqual(await review(service, sent), { 'INV-1': 'nothing' });
  await advance(60 * MINUTE);
  t.deepEqual(await review(service, sent), { 'INV-1': 'correct the payee' });
});
