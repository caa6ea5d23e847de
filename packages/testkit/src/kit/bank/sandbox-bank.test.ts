import type { BankOrder, BankReport } from '@hundi/core/rail';
import test from 'ava';
import { fakeClock } from '../fakes/fake-clock.js';
import { memoryBooks } from './memory-books.js';
import { sandboxBank, type SandboxBankOptions } from './sandbox-bank.js';

const HOUR = 3_600_000;

const order = (n: number, creditAccountNumber = '300000000001', amount = 100): BankOrder => ({
  bankRef: `H${String(n)}`,
  bankTenantId: 'demo-bank' as BankOrder['bankTenantId'],
  transactionId: `t-${String(n)}` as BankOrder['transactionId'],
  amount,
  paymentMethod: 'NEFT',
  debitAccountNumber: '111111',
  creditAccountNumber,
  ifsc: 'HDFC0000001',
  beneficiaryName: 'Sharma Steel',
  narration: 'Invoice',
  corporateTenantId: 'acme' as BankOrder['corporateTenantId'],
  debtor: { name: 'Acme Traders', ifsc: 'DEMO0000001' },
  executionDate: '2026-01-05',
  reference: `INV-${String(n)}`,
  endToEndId: `H${String(n)}`,
});

const open = async (traits: SandboxBankOptions['traits'] = {}) => {
  const clock = fakeClock();
  const bank = sandboxBank({ books: memoryBooks(), clock, traits });
  await bank.openAccounts([{ accountNumber: '111111', balance: 1_000 }]);
  return { clock, bank };
};

const kinds = (answers: ReadonlyArray<{ readonly kind: string }>) =>
  answers.map(({ kind }) => kind);

test('an order that is sent again is answered as before and executed once', async (t) => {
  const { bank } = await open();
  const first = await bank.rail.submit([order(1)]);
  t.deepEqual(await bank.rail.submit([order(1), order(1)]), [...first, ...first]);
  t.is(await bank.balance('111111'), 900);
});

test('an order that comes twice in one call is executed once', async (t) => {
  const { bank } = await open();
  t.deepEqual(kinds(await bank.rail.submit([order(1), order(1)])), ['paid', 'paid']);
  t.is(await bank.balance('111111'), 900);
});

test('a bank that does not deduplicate executes every send, and its books show it', async (t) => {
  const { bank } = await open({ deduplicates: false });
  await bank.rail.submit([order(1)]);
  await bank.rail.submit([order(1)]);
  t.is((await bank.orders())[0]?.executions, 2);
  t.is(await bank.balance('111111'), 800);
});

test('an account that the bank does not have pays nothing', async (t) => {
  const { bank } = await open();
  const [answer] = await bank.rail.submit([{ ...order(1), debitAccountNumber: '999999' }]);
  t.like(answer, { kind: 'refused', details: { code: 'debit_account_unknown' } });
});

test('an account that is open keeps its balance when it is opened again', async (t) => {
  const { bank } = await open();
  await bank.rail.submit([order(1)]);
  await bank.openAccounts([
    { accountNumber: '111111', balance: 1_000 },
    { accountNumber: '222222', balance: 7 },
  ]);
  t.is(await bank.balance('111111'), 900);
  t.is(await bank.balance('222222'), 7);
  t.is(await bank.balance('333333'), undefined);
});

test('reports fall due in order, and are handed over again when they were not taken', async (t) => {
  const { bank, clock } = await open();
  await bank.rail.submit([order(1, '300000009006'), order(2, '300000009005')]);
  t.is(await bank.nextDue(), clock.now() + HOUR);
  clock.advance(HOUR);
  await t.throwsAsync(bank.deliverDue(() => Promise.reject(new Error('down'))));

  const seen: BankReport[] = [];
  const take = (reports: ReadonlyArray<BankReport>): Promise<number> =>
    Promise.resolve(seen.push(...reports));
  t.is(await bank.deliverDue(take), 2);
  t.deepEqual(
    seen.map(({ bankRef, verdict }) => [bankRef, verdict.kind]),
    [
      ['H1', 'returned'],
      ['H2', 'paid'],
    ],
  );
  t.is(await bank.deliverDue(take), 0);
  t.is(await bank.nextDue(), undefined);
});

test('an order to 9007 is reported three times under one report id', async (t) => {
  const { bank } = await open();
  await bank.rail.submit([order(1, '300000009007')]);
  const names: string[] = [];
  await bank.deliverDue((reports) =>
    Promise.resolve(names.push(...reports.map(({ reportId }) => reportId))),
  );
  t.deepEqual(names, ['H1/paid', 'H1/paid', 'H1/paid']);
});

test('faults strike one a call, in the order in which they were armed', async (t) => {
  const { bank, clock } = await open();
  bank.faults.arm({ kind: 'order_lost', count: 1 });
  bank.faults.arm({ kind: 'answer_lost', count: 1 });
  bank.faults.arm({ kind: 'slow', count: 1 });
  t.deepEqual(kinds(await bank.rail.submit([order(1)])), ['unknown']);
  t.deepEqual(kinds(await bank.rail.submit([order(2)])), ['unknown']);
  t.deepEqual(kinds(await bank.rail.submit([order(3)])), ['unknown']);
  const ask = async () => kinds(await bank.rail.query([order(1), order(2), order(3)]));
  t.deepEqual(await ask(), ['absent', 'paid', 'accepted']);
  clock.advance(60_000);
  t.deepEqual(await ask(), ['absent', 'paid', 'paid']);
});

test('a query suffers only faults of queries, and moves no money', async (t) => {
  const { bank } = await open();
  await bank.rail.submit([order(1)]);
  bank.faults.arm({ kind: 'order_lost', count: 1 });
  bank.faults.arm({ kind: 'unreachable', count: 1 });
  t.deepEqual(kinds(await bank.rail.query([order(1)])), ['unknown']);
  t.deepEqual(kinds(await bank.rail.query([order(1)])), ['paid']);
  t.deepEqual(kinds(await bank.rail.submit([order(2)])), ['unknown']);
  t.is(await bank.balance('111111'), 900);
});

test('the same order always gets the same UTR, sixteen characters, and no other gets it', async (t) => {
  const { bank } = await open();
  const orders = Array.from({ length: 1_000 }, (_, n) => order(n, '300000000001', 1));
  await bank.rail.submit(orders);
  const utrs = (await bank.orders()).map(({ utr = '' }) => utr);
  t.is(new Set(utrs).size, 1_000);
  t.true(utrs.every((utr) => /^HUND[0-9A-Z]{12}$/.test(utr)));
  const again = await open();
  await again.bank.rail.submit(orders);
  t.deepEqual(
    (await again.bank.orders()).map(({ utr }) => utr),
    utrs,
  );
});

const named = (n: number, narration: string, account?: string): BankOrder => ({
  ...order(n, account),
  narration,
});

test('each scripted outcome goes to one order under the reference, in order, and then the bank decides', async (t) => {
  const { bank } = await open();
  await bank.script('INV-1', 'refused', { kind: 'refused', code: 'account_frozen' }, 'paid');
  const answers = await bank.rail.submit([
    named(1, 'INV-1'),
    named(2, 'INV-1', '300000009002'),
    named(3, 'INV-2'),
    named(4, 'INV-1', '300000009001'),
    named(5, 'INV-1', '300000009002'),
  ]);

  t.deepEqual(
    answers.map((answer) => (answer.kind === 'refused' ? answer.details.code : answer.kind)),
    ['beneficiary_account_invalid', 'account_frozen', 'paid', 'paid', 'beneficiary_bank_offline'],
  );
  t.deepEqual(kinds(await bank.rail.submit([named(6, 'INV-1')])), ['paid']);
});

test('an order that is sent again uses up no outcome, and one that was lost uses the next', async (t) => {
  const { bank } = await open();
  await bank.script('INV-1', 'lost', 'unknown', 'refused');

  t.deepEqual(kinds(await bank.rail.submit([named(1, 'INV-1')])), ['unknown']);
  t.deepEqual(kinds(await bank.rail.query([named(1, 'INV-1')])), ['absent']);
  t.deepEqual(kinds(await bank.rail.submit([named(1, 'INV-1')])), ['unknown']);
  t.deepEqual(kinds(await bank.rail.query([named(1, 'INV-1')])), ['paid']);
  t.deepEqual(kinds(await bank.rail.submit([named(1, 'INV-1')])), ['paid']);
  t.deepEqual(kinds(await bank.rail.submit([named(2, 'INV-1')])), ['refused']);
});

test('scripted orders that are late or come back do so when the script says', async (t) => {
  const { bank, clock } = await open();
  const { transactionId } = order(2);
  await bank.script('INV-1', { kind: 'late', afterSeconds: 60 });
  await bank.script(transactionId, { kind: 'returned', afterSeconds: 5 });
  const orders = [named(1, 'INV-1'), order(2)];

  t.deepEqual(kinds(await bank.rail.submit(orders)), ['accepted', 'paid']);
  clock.advance(5_000);
  t.deepEqual(kinds(await bank.rail.query(orders)), ['accepted', 'returned']);
  clock.advance(55_000);
  t.deepEqual(kinds(await bank.rail.query(orders)), ['paid', 'returned']);
  t.is(await bank.balance('111111'), 900);
});

test('a scripted return comes back to an order that a slow bank executed late', async (t) => {
  const { bank, clock } = await open();
  await bank.script('INV-1', { kind: 'returned', afterSeconds: 5 });
  bank.faults.arm({ kind: 'slow', count: 1 });
  await bank.rail.submit([named(1, 'INV-1')]);
  clock.advance(60_000);
  t.deepEqual(kinds(await bank.rail.query([named(1, 'INV-1')])), ['paid']);
  clock.advance(5_000);
  t.deepEqual(kinds(await bank.rail.query([named(1, 'INV-1')])), ['returned']);
});

test('a script replaces what is left of the one before, and an empty one removes it', async (t) => {
  const { bank } = await open();
  await bank.script('INV-1', 'refused', 'refused');
  await bank.script('INV-1', 'late');
  t.deepEqual(kinds(await bank.rail.submit([named(1, 'INV-1')])), ['accepted']);
  await bank.script('INV-1', 'refused');
  await bank.script('INV-1');
  t.deepEqual(kinds(await bank.rail.submit([named(2, 'INV-1')])), ['paid']);
});

test('a bank that is not reached uses up no outcome', async (t) => {
  const { bank } = await open();
  await bank.script('INV-1', 'refused');
  bank.faults.arm({ kind: 'unreachable', count: 1 });
  await bank.rail.submit([named(1, 'INV-1')]);
  t.deepEqual(kinds(await bank.rail.submit([named(1, 'INV-1')])), ['refused']);
});
