import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '@hundi/adapter-memory';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { E, type Storage, type Stores } from '@hundi/core';
import { aBank, aTenant, someWork } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { watchedStorage } from './storage-health.js';

const acme = aTenant('acme');

const commit = (storage: Storage, work: (stores: Stores) => Promise<void>) =>
  storage.atomically<never, undefined>(async (stores) => {
    await work(stores);
    return E.right(undefined);
  });

/** A real database on a disk of so many pages; `grow` gives it more. */
const smallDisk = async (t: ExecutionContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-disk-'));
  const { writer, close } = await openSqlite(join(folder, 'a.db'), { readers: 0 });
  t.teardown(async () => {
    await close();
    await rm(folder, { recursive: true });
  });
  await migrate(writer);
  const [row] = await writer.raw<ReadonlyArray<{ page_count: number }>>('PRAGMA page_count');
  const pages = row?.page_count ?? 0;
  const limit = (more: number) => writer.raw(`PRAGMA max_page_count = ${String(pages + more)}`);
  await limit(10);
  return { storage: knexStorage(writer), grow: () => limit(1_000_000) };
};

test('a unit of work that does not fit on a full disk leaves nothing behind, and succeeds once there is room', async (t) => {
  const { storage: disk, grow } = await smallDisk(t);
  const { storage, isWritable } = watchedStorage(disk);
  t.true(await isWritable());
  const much = Array.from({ length: 5_000 }, (_, n) => someWork(acme, `work-${String(n)}`));
  const refused = await t.throwsAsync(
    commit(storage, ({ work }) => work.add(much)),
    { name: 'StorageAway' },
  );
  t.like(refused.cause, { code: 'SQLITE_FULL' });
  t.is((await storage.read(({ work }) => work.nextDues(0))).get('send-to-bank'), undefined);
  await commit(storage, ({ work }) => work.add(much.slice(0, 1)));
  t.false(await isWritable(), 'though what is small fits');

  await grow();
  await commit(storage, ({ work }) => work.add(much));
  t.true(await isWritable());
});

/** A storage whose units of work fail with an error, while there is one. */
const ailing = () => {
  const well = memoryStorage();
  let error: unknown;
  let asked = 0;
  const storage: Storage = {
    read: well.read,
    atomically: async (work) => {
      asked += 1;
      if (error !== undefined) throw error as Error;
      return well.atomically(work);
    },
  };
  return {
    storage,
    asked: () => asked,
    fail: (next: unknown) => {
      error = next;
    },
  };
};

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('no', { cause }), { code });

const PASSING: Readonly<Record<string, Error>> = {
  'a full disk': withCode('SQLITE_FULL'),
  'a full disk under PostgreSQL': withCode('53100'),
  'a server that shuts down': withCode('57P01'),
  'a lost connection': withCode('ECONNRESET'),
  'a commit of which nobody knows': new Error('unknown', { cause: withCode('08006') }),
};

for (const [what, error] of Object.entries(PASSING)) {
  test(`${what} keeps the service from being ready until something could be written`, async (t) => {
    const { storage: under, fail } = ailing();
    const { storage, isWritable } = watchedStorage(under);
    fail(error);
    await t.throwsAsync(
      commit(storage, ({ tenancy }) => tenancy.putBank(aBank(acme))),
      { is: error },
    );
    t.false(await isWritable());
    t.false(await isWritable());

    fail(undefined);
    t.true(await isWritable());
  });
}

test('a watched storage hands on what is said of a unit of work', async (t) => {
  const well = memoryStorage();
  const said: unknown[] = [];
  const { storage } = watchedStorage({
    read: well.read,
    atomically: (work, how) => {
      said.push(how);
      return well.atomically(work, how);
    },
  });
  await storage.atomically<never, undefined>(() => Promise.resolve(E.right(undefined)), {
    brief: true,
  });

  t.deepEqual(said, [{ brief: true }]);
});

test('trying whether the storage can be written leaves no work and gives out no token', async (t) => {
  const { storage: under, fail } = ailing();
  const { storage, isWritable } = watchedStorage(under);
  fail(withCode('SQLITE_FULL'));
  await t.throwsAsync(commit(storage, () => Promise.resolve()));
  fail(undefined);
  const lastToken = () => storage.read(({ work }) => work.lastToken());
  const before = await lastToken();
  t.true(await isWritable());

  t.is(await lastToken(), before);
  t.is((await storage.read(({ work }) => work.nextDues(0))).size, 0);
});

test('a defect is no failure of the storage', async (t) => {
  const { storage, isWritable } = watchedStorage(memoryStorage());
  await t.throwsAsync(commit(storage, () => Promise.reject(new TypeError('not a function'))));

  t.true(await isWritable());
});

for (const code of ['SQLITE_IOERR', 'SQLITE_IOERR_FSYNC', 'SQLITE_CORRUPT']) {
  test(`after ${code} nothing is written by this process any more`, async (t) => {
    const { storage: under, fail, asked } = ailing();
    const { storage, isWritable, broken } = watchedStorage(under);
    fail(withCode(code));
    await t.throwsAsync(
      commit(storage, () => Promise.resolve()),
      { code },
    );
    fail(undefined);

    await t.throwsAsync(broken, { name: 'StorageBroken' });
    t.false(await isWritable());
    await t.throwsAsync(
      commit(storage, () => Promise.resolve()),
      { name: 'StorageBroken' },
    );
    t.is(asked(), 1);
  });
}
