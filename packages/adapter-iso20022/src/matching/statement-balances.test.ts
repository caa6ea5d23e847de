import test from 'ava';
import { writeStatement, type DayOfAccount } from '../bank/write-statement.js';
import { el, readAll } from '../messages.test.support.js';
import { refOf } from '../orders.test.data.js';
import { statementBalances } from './statement-balances.js';

const debit = (n: number, amount: number): DayOfAccount['bookings'][number] => ({
  side: 'debit',
  instructionId: refOf(n),
  amount,
  utr: `UTR${String(n)}`,
  bankReference: `CB${String(n)}`,
});

const written = (...accounts: ReadonlyArray<DayOfAccount>): string =>
  writeStatement({
    messageId: 'S1',
    createdAt: 0,
    day: '2026-11-27',
    from: 0,
    to: 1,
    accounts,
  });

const differing = async (text: string) => {
  const balances = statementBalances();
  const { parts } = await readAll(text);
  for (const part of parts) if (part.kind !== 'status') balances.add(part);
  return balances.differing();
};

const account = (closing: number): DayOfAccount => ({
  accountNumber: '50200011112222',
  opening: 100_000,
  closing,
  bookings: [debit(1, 2_501), debit(2, 99), { ...debit(2, 99), side: 'return' }],
});

test('a statement adds up when its entries lead from the opening to the closing balance', async (t) => {
  t.deepEqual(await differing(written(account(97_499))), []);
  t.deepEqual(await differing(written({ ...account(0), opening: -5, closing: -2_506 })), []);
});

test('a statement that is a paisa off is named, with both sides, beside one that adds up', async (t) => {
  const [one, ...others] = await differing(written(account(97_499), account(97_500)));

  t.deepEqual(others, []);
  t.like(one, {
    reason: 'balances_differ',
    said: {
      statement: { statementId: 'S1-2' },
      opening: 100_000,
      entries: -2_501,
      closing: 97_500,
    },
  });
});

test('of a statement without both balances, on several pages or in another currency nothing is said', async (t) => {
  const text = written(account(97_500));
  const page = el('StmtPgntn', el('PgNb', '1'), el('LastPgInd', 'false'));
  for (const other of [
    text.replace('CLBD', 'ITBD'),
    text.replace('<Stmt><Id>S1-1</Id>', `<Stmt><Id>S1-1</Id>${page}`),
    text.replace('</GrpHdr>', `${page.replaceAll('StmtPgntn', 'MsgPgntn')}</GrpHdr>`),
    text.replaceAll('Ccy="INR"', 'Ccy="USD"'),
  ]) {
    t.not(other, text);
    t.deepEqual(await differing(other), []);
  }
});
