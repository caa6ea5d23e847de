import { createSandbox, anEntry, aTenant, EPOCH, LEASE_MS, sealingOf } from '@hundi/testkit';
import { citusUrl, postgresUrl } from '@hundi/testkit/contract';
import { E, rowId } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import test, { type ExecutionContext } from 'ava';
import { freshPostgres, type Fresh } from './fresh.test.support.js';

const url = await postgresUrl();
const tested = url === undefined ? test.skip : test.serial;
const servers = { PostgreSQL: url, Citus: await citusUrl() };

const acme = aTenant('acme');

const opened = async (t: ExecutionContext, server = url) => {
  const fresh = await freshPostgres(server ?? '');
  t.teardown(fresh.close);
  t.timeout(600_000);
  return fresh;
};

const append = (storage: Storage, subject: string, sequence = 1) =>
  storage.atomically<never, undefined>(async ({ journal }) => {
    await journal.append([anEntry(acme, subject, sequence)]);
    return E.right(undefined);
  });

/** Appends in a unit that commits only on request; resolves once its entry has its number. */
const appendSlowly = async (storage: Storage, subject: string, sequence = 1) => {
  let commit = (): void => undefined;
  let written = (): void => undefined;
  const committing = new Promise<void>((resolve) => (commit = resolve));
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const done = storage.atomically<never, undefined>(async ({ journal }) => {
    await journal.append([anEntry(acme, subject, sequence)]);
    written();
    await committing;
    return E.right(undefined);
  });
  await isWritten;
  return {
    commit: async (): Promise<void> => {
      commit();
      await done;
    },
  };
};

/** Seals all that can be seen; answers the subjects. */
const sealAll = (storage: Storage): Promise<ReadonlyArray<string>> =>
  (async () => {
    const waiting = await storage.read(({ seals }) => seals.waiting(EPOCH, undefined, 10));
    if (waiting.length === 0) return [];
    const { entries, completeUpTo } = await storage.read(({ seals }) => seals.unsealed(acme, 100));
    const sealed = await storage.atomically<string, undefined>(async ({ seals }) => {
      const [held] = await seals.claim([acme], EPOCH, LEASE_MS);
      if (held === undefined) return E.left('held');
      const outcome = await seals.write(held, { ...sealingOf(held, entries), upTo: completeUpTo });
      return outcome === 'written' ? E.right(undefined) : E.left('lost');
    });
    if (E.isLeft(sealed)) throw new Error(sealed.left);
    return entries.map(({ entry }) => entry.subjectId);
  })();

for (const [name, server] of Object.entries(servers))
  (server === undefined ? test.skip : test.serial)(
    `${name}: an entry whose commit comes late is sealed then, behind those of higher numbers`,
    async (t) => {
      const { storage } = await opened(t, server);
      const slow = await appendSlowly(storage, 'slow');
      for (const subject of ['one', 'two']) await append(storage, subject);

      t.deepEqual(await sealAll(storage), ['one', 'two']);
      for (const round of ['three', 'four', 'five']) {
        await append(storage, round);
        t.deepEqual(await sealAll(storage), [round]);
      }
      t.deepEqual(await sealAll(storage), []);
      await slow.commit();
      t.deepEqual(await sealAll(storage), ['slow']);
      t.deepEqual(await sealAll(storage), []);
      t.is(await storage.read(({ seals }) => seals.nextDue(EPOCH)), undefined);
    },
  );

for (const [name, server] of Object.entries(servers))
  (server === undefined ? test.skip : test.serial)(
    `${name}: of several late commits each is sealed once, whatever their order`,
    async (t) => {
      const { storage } = await opened(t, server);
      const slow = [];
      for (const subject of ['a', 'b', 'c']) slow.push(await appendSlowly(storage, subject));
      await append(storage, 'quick');
      const sealed = [await sealAll(storage)];
      for (const i of [1, 2, 0]) {
        await slow[i]?.commit();
        sealed.push(await sealAll(storage));
      }

      t.deepEqual(sealed, [['quick'], ['b'], ['c'], ['a']]);
      t.deepEqual(await sealAll(storage), []);
    },
  );

/** Up to which place the journal counts as sealed. */
const upToIn = async (db: Fresh['db']): Promise<number> => {
  const row = await db<{ up_to: string }>('journal_heads').first('up_to');
  return Number(row?.up_to);
};

tested('what is complete is not looked through again once late commits are over', async (t) => {
  const { db, storage } = await opened(t);
  const slow = await appendSlowly(storage, 'slow');
  await append(storage, 'one');
  await sealAll(storage);

  t.is(await upToIn(db), 0);
  await slow.commit();
  // Sealing goes on until nothing is left, however little that is.
  while ((await storage.read(({ seals }) => seals.waiting(EPOCH, undefined, 1))).length > 0)
    await sealAll(storage);
  t.is(await upToIn(db), 2);
});

/** A look sees numbers that a unit has drawn; then the end of the server undoes the unit, and its numbers. */
const drawnAndUndone = async (db: Fresh['db'], storage: Storage): Promise<void> => {
  await append(storage, 'before');
  await sealAll(storage);
  await storage.atomically<string, undefined>(async ({ journal }) => {
    const lost = Array.from({ length: 50 }, (_, i) => anEntry(acme, `lost-${String(i)}`, 1));
    await journal.append(lost);
    await storage.read(({ seals }) => seals.nextDue(EPOCH));
    return E.left('undone');
  });
  await db.raw(`SELECT setval('journal_entry_no_seq', 1)`);
};

const subjects = (name: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, i) => `${name}-${String(i)}`);

tested(
  'entries are sealed under numbers that a unit before the end of the server had',
  async (t) => {
    const { db, storage } = await opened(t);
    await drawnAndUndone(db, storage);
    const slow = await appendSlowly(storage, 'slow');
    await append(storage, 'first');
    const sealed = new Set(await sealAll(storage));
    await slow.commit();
    const later = subjects('later', 40);
    for (const subject of later) await append(storage, subject);
    for (const subject of await sealAll(storage)) sealed.add(subject);

    t.deepEqual(sealed, new Set(['first', 'slow', ...later]));
  },
);

/** As a restored backup has it; an end of the server shows in other ways. */
const RESTORED = `ALTER TABLE journal ALTER entry_no DROP IDENTITY;
  ALTER TABLE journal ALTER entry_no ADD GENERATED ALWAYS AS IDENTITY;
  SELECT setval('journal_entry_no_seq', 1)`;

tested(
  'a restored database may have given out more numbers than before when sealing looks',
  async (t) => {
    const { db, storage } = await opened(t);
    await drawnAndUndone(db, storage);
    await db.raw(RESTORED);
    const slow = await appendSlowly(storage, 'slow');
    const quick = subjects('quick', 60);
    for (const subject of quick) await append(storage, subject);

    t.deepEqual(await sealAll(storage), quick);
    await slow.commit();
    t.deepEqual(await sealAll(storage), ['slow']);
  },
);

tested('what sealing learned before a restore is not written after it', async (t) => {
  const { db, storage } = await opened(t);
  await append(storage, 'first');
  const { entries, completeUpTo } = await storage.read(({ seals }) => seals.unsealed(acme, 100));
  await db.raw(RESTORED);
  await storage.atomically<never, undefined>(async ({ seals }) => {
    const [held] = await seals.claim([acme], EPOCH, LEASE_MS);
    if (held === undefined) throw new Error('another worker holds the journal');
    await seals.write(held, { ...sealingOf(held, entries), upTo: completeUpTo });
    return E.right(undefined);
  });

  t.is(completeUpTo, 1);
  t.is(await upToIn(db), 0);
});

tested('where sessions take numbers ahead, nothing counts as complete', async (t) => {
  const { db, storage } = await opened(t);
  await db.raw('ALTER SEQUENCE journal_entry_no_seq CACHE 50');
  // Each of two sessions takes its block first.
  const slow = await appendSlowly(storage, 'slow');
  await append(storage, 'quick');
  await slow.commit();
  const rest = ['one', 'two', 'three', 'four'];
  const sealed = new Set(await sealAll(storage));
  for (const subject of rest) {
    const late = await appendSlowly(storage, subject);
    await append(storage, `${subject} quick`);
    await late.commit();
    for (const one of await sealAll(storage)) sealed.add(one);
  }

  t.is(sealed.size, 2 + 2 * rest.length);
});

for (const [name, server] of Object.entries(servers))
  (server === undefined ? test.skip : test.serial)(
    `${name}: engines that seal while others append lose and double nothing, and keep each path`,
    async (t) => {
      const { storage } = await opened(t, server);
      const sandbox = await createSandbox({ storage });
      const payee = await sandbox.beneficiary('SHARMA01');
      const { engine, tenant } = sandbox;
      const others = [sandbox.another(), sandbox.another()];
      const jobs: string[] = [];
      const post = async (key: string): Promise<void> => {
        const payments = Array.from({ length: 5 }, (_, i) => ({
          transactionReference: `${key}-${String(i)}`,
          beneficiaryId: payee,
          packageCode: 'VENDOR',
          amount: 1_000,
        }));
        const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'Race', payments };
        const posted = await engine.acceptBatch(tenant, { key, batch });
        if (E.isLeft(posted)) throw new Error('refused');
        jobs.push(posted.right.answer.jobId);
        await engine.runDue();
      };
      await Promise.all([
        ...Array.from({ length: 8 }, (_, i) => post(`key-${String(i)}`)),
        ...others.map(async ({ runDue }) => {
          for (let i = 0; i < 10; i += 1) await runDue();
        }),
      ]);
      await sandbox.runDue();

      const events = await storage.read((stores) => stores.events.after(tenant, 0, 10_000));
      t.deepEqual(
        events.map(({ position }) => position),
        events.map((_, i) => i + 1),
      );
      for (const jobId of jobs) {
        for (let i = 0; i < 5; i += 1) {
          const own = events.filter(({ body }) =>
            body.includes(`"transactionId":"${rowId(jobId as never, i)}","jobId"`),
          );
          t.deepEqual(
            own.map(({ type }) => type),
            ['transaction.approved', 'transaction.sent_to_bank', 'transaction.paid'],
          );
        }
      }
    },
  );
