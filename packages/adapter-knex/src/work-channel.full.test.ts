import { E } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aTenant, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { freshSchema } from './fresh.test.support.js';
import {
  behindPooler,
  knexStorage,
  migrate,
  openPostgres,
  type KnexStorageOptions,
} from './index.js';

const url = (await postgresUrl()) ?? '';
const onPostgres = url === '' ? test.skip : test;
const acme = aTenant('acme');

/** Resolves with each next call, also with those that came before it was asked. */
const calls = () => {
  let [made, taken] = [0, 0];
  let heard: () => void = () => undefined;
  return {
    call: () => {
      made += 1;
      heard();
    },
    next: async () => {
      while (made === taken) await new Promise<void>((resolve) => (heard = resolve));
      taken += 1;
    },
    waiting: () => made - taken,
  };
};

/** Adds work, and lets others know as the engine does. */
const add = async (storage: Storage, subject: string): Promise<void> => {
  await storage.atomically<never, undefined>(async ({ work }) => {
    await work.add([someWork(acme, subject)]);
    return E.right(undefined);
  });
  storage.tell?.();
};

/** Two processes on one schema, as far as a database can tell. */
const twoProcesses = async (t: ExecutionContext, options: KnexStorageOptions = {}) => {
  const { db, schema, close } = await freshSchema(url);
  t.teardown(close);
  await migrate(db);
  const other = openPostgres(url, { schema, connections: 2 });
  t.teardown(() => other.destroy());
  return { db, schema, here: knexStorage(db), there: knexStorage(other, options) };
};

/** Listens, and resolves once it hears. */
const listening = async (t: ExecutionContext, { listen }: Storage) => {
  const heard = calls();
  const stop = listen?.(heard.call) ?? t.fail('it cannot listen');
  t.teardown(stop);
  await heard.next();
  return { heard, stop };
};

const CHANNEL_SQL = `SELECT 'hundi_work_' || 'work'::regclass::oid AS channel`;

const listenersOf = async (db: Awaited<ReturnType<typeof freshSchema>>['db']) => {
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ readonly pid: number }> }>(
    `SELECT pid FROM pg_stat_activity WHERE query = (SELECT 'LISTEN ' || channel FROM (${CHANNEL_SQL}) c)`,
  );
  return rows.map(({ pid }) => pid);
};

onPostgres('a process hears of work that another one has committed', async (t) => {
  const { here, there } = await twoProcesses(t);
  const { heard } = await listening(t, there);

  await add(here, 'a');
  await heard.next();
  await add(here, 'b');
  await heard.next();
  t.pass();
});

onPostgres('a process does not hear itself', async (t) => {
  const { here, there } = await twoProcesses(t);
  const { heard } = await listening(t, there);
  const witness = await listening(t, here);

  await add(there, 'its own');
  await witness.heard.next();
  await add(here, "another's");
  await heard.next();
  t.is(heard.waiting(), 0);
});

onPostgres('a connection that is lost is opened again, and the gap is a call', async (t) => {
  const errors = calls();
  const { db, here, there } = await twoProcesses(t, { onNotifyError: errors.call });
  const { heard } = await listening(t, there);

  const [pid] = await listenersOf(db);
  await db.raw('SELECT pg_terminate_backend(?)', [pid ?? 0]);
  await errors.next();
  await heard.next();
  await add(here, 'a');
  await heard.next();
  t.pass();
});

onPostgres('the last who stops listening closes the connection', async (t) => {
  const { db, there } = await twoProcesses(t);
  const [first, second] = [await listening(t, there), calls()];
  const stop = there.listen?.(second.call);
  t.is((await listenersOf(db)).length, 1);

  await first.stop();
  t.is((await listenersOf(db)).length, 1);
  await stop?.();
  while ((await listenersOf(db)).length > 0);
  t.pass();
});

onPostgres('a process that is to hear nothing cannot listen, and is heard', async (t) => {
  const { here, there } = await twoProcesses(t, { notify: 'tell' });
  const { heard } = await listening(t, here);

  t.is(there.listen, undefined);
  await add(there, 'a');
  await heard.next();
});

onPostgres('a word that is not one of the three is refused', async (t) => {
  const { db, close } = await freshSchema(url);
  t.teardown(close);
  t.throws(() => knexStorage(db, { notify: 'on' } as unknown as KnexStorageOptions), {
    message: 'notify: expected one of both, tell, off',
  });
});

onPostgres(
  'behind a pooler in transaction mode a process tells, and hears by a direct connection',
  async (t) => {
    const { here, schema } = await twoProcesses(t);
    const direct = openPostgres(url, { schema, connections: 1 });
    t.teardown(() => direct.destroy());
    const pooled = openPostgres(url, { connections: 1 });
    t.teardown(() => pooled.destroy());
    behindPooler(pooled, 'transaction', { search_path: schema });

    t.is(knexStorage(pooled).listen, undefined);
    t.throws(() => knexStorage(pooled, { notify: 'both' }), {
      message:
        'notify: behind a pooler in transaction mode nothing can be heard; give `direct`, or `tell` only',
    });
    const there = knexStorage(pooled, { direct });
    const [it, us] = [await listening(t, there), await listening(t, here)];
    await add(here, 'a');
    await it.heard.next();
    await add(there, 'b');
    await us.heard.next();
  },
);
