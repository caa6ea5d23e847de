import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sandboxInSqlite } from '../bank/sandbox-database.js';
import { sandboxClock } from './sandbox-clock.js';

const place = async () => join(await mkdtemp(join(tmpdir(), 'hundi-clock-')), 'bank.db');

const opened = async (t: ExecutionContext, file: string) => {
  const database = await sandboxInSqlite(file);
  t.teardown(database.close);
  return database;
};

test('an unmoved clock shows real time', async (t) => {
  const clock = await sandboxClock(await opened(t, await place()), () => 1_000);

  t.is(clock.now(), 1_000);
});

test('moved time goes on from where it was moved to, and never back', async (t) => {
  let real = 1_000;
  const clock = await sandboxClock(await opened(t, await place()), () => real);
  await clock.moveTo(5_000);
  t.is(clock.now(), 5_000);
  real = 1_200;
  t.is(clock.now(), 5_200);
  await clock.moveTo(3_000);

  t.is(clock.now(), 5_200);
});

test('a restart does not take it back', async (t) => {
  const file = await place();
  const database = await sandboxInSqlite(file);
  await (await sandboxClock(database, () => 1_000)).moveTo(9_000_000_000_000);
  await database.close();

  const clock = await sandboxClock(await opened(t, file), () => 1_500);
  t.is(clock.now(), 9_000_000_000_500);
});

test('a process learns how far another one moved it', async (t) => {
  const database = await opened(t, await place());
  const [one, other] = await Promise.all([
    sandboxClock(database, () => 1_000),
    sandboxClock(database, () => 1_000),
  ]);
  await one.moveTo(2_000);
  await other.refresh();

  t.is(other.now(), 2_000);
});
