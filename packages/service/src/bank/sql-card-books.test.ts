import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@hundi/core';
import type { CardCharge } from '@hundi/core/acquirer';
import {
  fakeClock,
  memoryCardBooks,
  sandboxAcquirer,
  TEST_CARDS,
  type CardBooks,
} from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { postgresUrl } from '@hundi/testkit/contract';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { sandboxInPostgres, sandboxInSqlite, type SandboxDatabase } from './sandbox-database.js';
import { sqlCardBooks } from './sql-card-books.js';

const charge = (session: string, attempt: number): CardCharge => ({
  chargeRef: `${session}-${attempt}`,
  bankTenantId: 'demo-bank' as CardCharge['bankTenantId'],
  corporateTenantId: 'acme' as CardCharge['corporateTenantId'],
  sessionId: session,
  amount: 10 ** 15 - 1,
  reference: "D'Souza & Söhne",
  statementDescriptor: 'ACME',
});

const card = (number: string) =>
  new Secret({
    number,
    expiryMonth: 12,
    expiryYear: 2034,
    cvc: '123',
    holder: 'Asha Rao',
    brand: 'visa' as const,
  });

/** What an acquirer does with every kind of card. */
const story = async (books: CardBooks): Promise<unknown> => {
  const { acquirer, charges } = sandboxAcquirer({ books, clock: fakeClock() });
  const said = [
    await acquirer.charge(charge('cs_1', 1), card(TEST_CARDS.declined)),
    await acquirer.charge(charge('cs_1', 2), card(TEST_CARDS.visa)),
    await acquirer.charge(charge('cs_1', 2), card(TEST_CARDS.declined)),
    await acquirer.charge(charge('cs_2', 1), card(TEST_CARDS.unknown)),
    await acquirer.query(charge('cs_2', 1)),
    await acquirer.query(charge('cs_3', 1)),
    await acquirer.reverse(charge('cs_2', 1)),
    await acquirer.reverse(charge('cs_2', 1)),
  ];
  return { said, all: await charges(), one: await charges('cs_1'), none: await charges('cs_9') };
};

const places: Record<string, (t: ExecutionContext) => Promise<SandboxDatabase>> = {
  SQLite: async () =>
    sandboxInSqlite(join(await mkdtemp(join(tmpdir(), 'hundi-cards-')), 'bank.db')),
};
if ((await postgresUrl()) !== undefined) {
  places['PostgreSQL'] = async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the database went away');
    t.teardown(fresh.drop);
    return sandboxInPostgres(fresh.url);
  };
}

for (const [name, place] of Object.entries(places)) {
  test(`${name}: the books of the acquirer are those that it keeps in memory`, async (t) => {
    const database = await place(t);
    t.teardown(database.close);

    t.deepEqual(await story(sqlCardBooks(database)), await story(memoryCardBooks()));
  });
}
