import { once, EventEmitter } from 'node:events';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { freshMemory } from '../fresh.test.support.js';
import { openDatabaseClock, openPostgres, type DatabaseClock } from '../index.js';

const url = await postgresUrl();
const tested = (url === undefined ? test.skip : test) as typeof test;

const opened = async (
  t: ExecutionContext,
  onReading: (aheadMs: number) => void = () => undefined,
  onFailure: (error: unknown) => void = () => undefined,
) => {
  const db = openPostgres(url ?? '', { connections: 2, acquireTimeoutMs: 5_000 });
  const clock = await openDatabaseClock(db, { everyMs: 1, onReading, onFailure });
  t.teardown(async () => {
    await clock.stop();
    await db.destroy();
  });
  return { db, clock };
};

/** The moment by the database, and what the clock showed around it. */
const around = async ({
  db,
  clock,
}: {
  db: ReturnType<typeof openPostgres>;
  clock: DatabaseClock;
}) => {
  const before = clock.now();
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly at: number }> }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  );
  return { before, at: rows[0]?.at ?? 0, after: clock.now() };
};

/** The way to the database and back. */
const CLOSE_MS = 1_000;

tested('a database clock shows the time of the database', async (t) => {
  const { before, at, after } = await around(await opened(t));

  t.true(before < at + CLOSE_MS, `${String(before)} before ${String(at)}`);
  t.true(after > at - CLOSE_MS, `${String(after)} after ${String(at)}`);
});

tested(
  'it is read again and again, also after readings that failed, and goes on meanwhile',
  async (t) => {
    // A clock keeps no process alive.
    const awake = setInterval(() => undefined, CLOSE_MS);
    t.teardown(() => {
      clearInterval(awake);
    });
    const readings = new EventEmitter();
    const { db, clock } = await opened(
      t,
      () => readings.emit('reading'),
      (error) => readings.emit('failure', error),
    );
    await once(readings, 'reading');
    const failed = once(readings, 'failure');
    await db.destroy();
    t.true((await failed)[0] instanceof Error);
    const before = clock.now();
    while (clock.now() === before);
    db.initialize();

    await t.notThrowsAsync(once(readings, 'reading'));
  },
);

tested('it is not opened on a database that cannot be had', async (t) => {
  const away = new URL(url ?? '');
  away.port = '1';
  const db = openPostgres(away.href, { connections: 1 });
  t.teardown(() => db.destroy());

  await t.throwsAsync(openDatabaseClock(db), { name: 'StorageAway' });
});

test('SQLite has no clock of its own', async (t) => {
  const { db, close } = await freshMemory();
  t.teardown(close);

  await t.throwsAsync(openDatabaseClock(db), { message: /one of PostgreSQL/ });
});
