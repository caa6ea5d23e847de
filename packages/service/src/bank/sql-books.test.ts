import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TransactionId } from '@hundi/core';
import { bankRefOf, type BankOrder, type BankReport } from '@hundi/core/rail';
import {
  aTransactionId,
  fakeClock,
  memoryBooks,
  sandboxBank,
  type BankBooks,
} from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { postgresUrl } from '@hundi/testkit/contract';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { sandboxInPostgres, sandboxInSqlite, type SandboxDatabase } from './sandbox-database.js';
import { sqlBooks } from './sql-books.js';

const HOUR = 3_600_000;
const ACCOUNT = '50200011112222';

const order = (index: number, digits: string, amount = 1_000): BankOrder => {
  const transactionId: TransactionId = aTransactionId(index);
  return {
    bankRef: bankRefOf(transactionId),
    bankTenantId: 'demo-bank' as BankOrder['bankTenantId'],
    transactionId,
    amount,
    paymentMethod: 'NEFT',
    debitAccountNumber: ACCOUNT,
    creditAccountNumber: `12345678${digits}`,
    ifsc: 'HDFC0000001',
    beneficiaryName: "D'Souza & Söhne",
    narration: 'a "quoted" remark',
    corporateTenantId: 'acme' as BankOrder['corporateTenantId'],
    debtor: { name: 'Acme Traders', ifsc: 'DEMO0000001' },
    executionDate: '2026-01-05',
    reference: `INV-${String(index)}`,
    endToEndId: bankRefOf(transactionId),
    creditorLei: '335800SHARMASTEEL098',
    purpose: 'SUPP',
  };
};

/** What a bank does with orders of every outcome, over two hours. */
const story = async (books: BankBooks): Promise<unknown> => {
  const clock = fakeClock();
  const bank = sandboxBank({ books, clock });
  // Two corporates of one document may have the same account.
  await bank.openAccounts([
    { accountNumber: ACCOUNT, balance: 10 ** 15 - 1 },
    { accountNumber: ACCOUNT, balance: 2 },
  ]);
  await bank.openAccounts([{ accountNumber: ACCOUNT, balance: 1 }]);
  const digits = ['0001', '9001', '9002', '9003', '9004', '9005', '9006', '9007'];
  const orders = digits.map((text, i) => order(i, text));
  const said: unknown[] = [];
  const said1 = await bank.rail.submit(orders);
  const said2 = await bank.rail.query(orders);
  const said3 = await bank.rail.submit(orders.slice(4, 5));
  await bank.script("INV-'1", 'refused', { kind: 'returned', afterSeconds: 60 });
  await bank.script('INV-2', 'late');
  await bank.script('INV-2');
  const scripted = ["INV-'1", "INV-'1", "INV-'1", 'INV-2'].map((narration, i) => ({
    ...order(digits.length + i, '0001'),
    narration,
  }));
  const said4 = await bank.rail.submit(scripted);
  for (let hour = 0; hour < 3; hour += 1) {
    said.push(await bank.nextDue());
    await bank.deliverDue(async (reports: ReadonlyArray<BankReport>) => said.push(reports));
    clock.advance(HOUR);
  }
  said.push(await bank.rail.query(scripted));
  const first = orders[0]?.bankRef ?? '';
  return {
    said: [said1, said2, said3, said4, ...said],
    all: await bank.orders(),
    one: await bank.orders({ bankRef: first, debitAccountNumber: ACCOUNT }),
    none: await bank.orders({ debitAccountNumber: '1' }),
    balance: await bank.balance(ACCOUNT),
    nobody: await bank.balance('404'),
    nextDue: await bank.nextDue(),
  };
};

const places: Record<string, (t: ExecutionContext) => Promise<() => Promise<SandboxDatabase>>> = {
  SQLite: async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'hundi-books-')), 'bank.db');
    return () => sandboxInSqlite(file);
  },
};
if ((await postgresUrl()) !== undefined) {
  places['PostgreSQL'] = async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(fresh.drop);
    return () => sandboxInPostgres(fresh.url);
  };
}

for (const [name, place] of Object.entries(places)) {
  test(`${name}: the books have the same story as those in memory`, async (t) => {
    const database = await (await place(t))();
    t.teardown(database.close);

    t.deepEqual(await story(sqlBooks(database)), await story(memoryBooks()));
  });

  test(`${name}: what was written is there after a restart`, async (t) => {
    const open = await place(t);
    const first = await open();
    await story(sqlBooks(first));
    await first.close();
    const second = await open();
    t.teardown(second.close);

    const orders = await sqlBooks(second).open((books) => books.listOrders({}));
    t.is(orders.length, 12);
  });

  test(`${name}: work that rejects leaves nothing`, async (t) => {
    const database = await (await place(t))();
    t.teardown(database.close);
    const books = sqlBooks(database);
    const failing = books.open(async (open) => {
      await open.putAccounts([{ accountNumber: ACCOUNT, balance: 5 }]);
      throw new Error('no');
    });
    await t.throwsAsync(failing, { message: 'no' });

    const accounts = await books.open((open) => open.accounts([ACCOUNT]));
    t.deepEqual(accounts, []);
  });

  test(`${name}: two processes never have the books open at once`, async (t) => {
    const database = await (await place(t))();
    t.teardown(database.close);
    const books = sqlBooks(database);
    let inside = 0;
    await books.open((open) => open.putAccounts([{ accountNumber: ACCOUNT, balance: 0 }]));
    const rounds = Array.from({ length: 20 }, () =>
      books.open(async (open) => {
        inside += 1;
        t.is(inside, 1);
        const [account] = await open.accounts([ACCOUNT]);
        await open.putAccounts([{ accountNumber: ACCOUNT, balance: (account?.balance ?? 0) + 1 }]);
        inside -= 1;
      }),
    );
    await Promise.all(rounds);

    const accounts = await books.open((open) => open.accounts([ACCOUNT]));
    t.deepEqual(accounts, [{ accountNumber: ACCOUNT, balance: 20 }]);
  });

  test(`${name}: references are looked for only where a script is left`, async (t) => {
    const database = await (await place(t))();
    t.teardown(database.close);
    let bound: ReadonlyArray<unknown>[] = [];
    const books = sqlBooks({
      ...database,
      alone: (work) =>
        database.alone((ask) =>
          work((sql, ...bindings) => {
            bound.push(bindings);
            return ask(sql, ...bindings);
          }),
        ),
    });
    const lookedFor = async () => {
      bound = [];
      const found = await books.open((open) => open.scriptsOf(['INV-1', 'INV-2']));
      return { found, bound };
    };
    const script = { reference: 'INV-1', outcomes: [{ kind: 'lost' }] } as const;

    t.deepEqual(await lookedFor(), { found: [], bound: [[]] });
    await books.open((open) => open.putScripts([script]));
    t.like(await lookedFor(), { found: [script], bound: { length: 2 } });
    await books.open((open) => open.putScripts([{ ...script, outcomes: [] }]));
    t.deepEqual(await lookedFor(), { found: [], bound: [[]] });
  });

  test(`${name}: an error does not repeat what was written`, async (t) => {
    const database = await (await place(t))();
    const bad = { accountNumber: ACCOUNT, balance: 'a lot' as unknown as number };
    const failing = sqlBooks(database).open((open) => open.putAccounts([bad, { ...bad }]));

    const error = await failing.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    await database.close();
    t.false(String(error).includes(ACCOUNT));
  });
}
