import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DEFAULT_RATE_LIMITS } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import {
  pgbouncerPath,
  postgresUrl,
  startPgbouncer,
  storageContract,
} from '@hundi/testkit/contract';
import { scenarios } from '@hundi/testkit/scenarios';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { connectionsOf, rowsOf, type Connection } from './engine/connections.js';
import { readsOf } from './engine/read.js';
import { RELIED_ON } from './engine/relied-on.js';
import {
  knexRateLimiter,
  knexStorage,
  migrate,
  openDatabaseClock,
  openPostgres,
  type PostgresOptions,
} from './index.js';
import { SETTINGS } from './open/open-postgres.js';
import { sharedSchema } from './shared-schema.test.support.js';
import { freshDatabase, type FreshDatabase } from './testing/fresh-database.js';

const url = (await postgresUrl()) ?? '';
const path = (await pgbouncerPath()) ?? '';
const onPostgres = (url === '' ? test.skip : test.serial) as typeof test.serial;
const pooled = (url === '' || path === '' ? test.skip : test.serial) as typeof test.serial;

type Settings = Readonly<Record<string, string>>;

/** What the sessions have, and the worst that an administrator can make of it. */
const SET: Readonly<Record<string, { readonly ours: string; readonly worst: string }>> = {
  standard_conforming_strings: { ours: 'on', worst: 'off' },
  array_nulls: { ours: 'on', worst: 'off' },
  exit_on_error: { ours: 'off', worst: 'on' },
  default_transaction_isolation: { ours: 'read committed', worst: 'serializable' },
  client_encoding: { ours: 'UTF8', worst: 'LATIN1' },
  synchronous_commit: { ours: 'on', worst: 'off' },
  statement_timeout: { ours: '30s', worst: '1s' },
  idle_in_transaction_session_timeout: { ours: '10s', worst: '2s' },
  lock_timeout: { ours: '0', worst: '1ms' },
  transaction_timeout: { ours: '0', worst: '1s' },
  idle_session_timeout: { ours: '0', worst: '1s' },
  jit: { ours: 'off', worst: 'on' },
  enable_seqscan: { ours: 'off', worst: 'on' },
  enable_bitmapscan: { ours: 'off', worst: 'on' },
  enable_indexscan: { ours: 'on', worst: 'off' },
  enable_indexonlyscan: { ours: 'on', worst: 'off' },
  enable_nestloop: { ours: 'on', worst: 'off' },
  search_path: { ours: 'hundi', worst: '' },
};

/** The worst of what no statement of the engine looks at. */
const HARMLESS: Settings = {
  extra_float_digits: '-15',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  backslash_quote: 'off',
  escape_string_warning: 'on',
  quote_all_identifiers: 'on',
  transform_null_equals: 'on',
  xmloption: 'document',
  row_security: 'off',
  default_transaction_deferrable: 'on',
  client_min_messages: 'debug1',
  plan_cache_mode: 'force_generic_plan',
  from_collapse_limit: '1',
  join_collapse_limit: '1',
  work_mem: '64kB',
};

/** Those that only newer servers have. */
const NEWER = ['transaction_timeout'];

const knownTo = async (admin: Knex, settings: Settings): Promise<Settings> => {
  const { rows } = await admin.raw<{ rows: ReadonlyArray<{ readonly name: string }> }>(
    'SELECT name FROM pg_settings',
  );
  const known = new Set(rows.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => !NEWER.includes(name) || known.has(name)),
  );
};

const worst = (names: ReadonlyArray<string> = Object.keys(SET)): Settings =>
  Object.fromEntries(names.map((name) => [name, SET[name]?.worst ?? '']));

/** Sets what sessions of a database, or of a role, begin with. */
const set = async (admin: Knex, whose: string, settings: Settings): Promise<void> => {
  for (const [name, value] of Object.entries(await knownTo(admin, settings)))
    await admin.raw(`ALTER ${whose} SET ${name} = '${value}'`);
};

const databaseOf = ({ url: own }: FreshDatabase): string =>
  `DATABASE ${new URL(own).pathname.slice(1)}`;

/** A role whose sessions begin with the worst. */
const badRole = async (t: ExecutionContext): Promise<string> => {
  const admin = knex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  const name = `hundi_${randomBytes(8).toString('hex')}`;
  await admin.raw(`CREATE ROLE ${name} LOGIN SUPERUSER`);
  t.teardown(async () => {
    await admin.raw(`DROP ROLE ${name}`);
    await admin.destroy();
  });
  await set(admin, `ROLE ${name}`, worst());
  return name;
};

const ASK = `SELECT ${Object.keys(SET)
  .map((name) => `coalesce(current_setting('${name}', true), '0') AS ${name}`)
  .join(', ')}`;

const OURS = Object.fromEntries(Object.entries(SET).map(([name, { ours }]) => [name, ours]));

/** What is in force in a read, and in a connection that hears of work. */
const inForce = async (
  t: ExecutionContext,
  db: Knex,
  hears: boolean,
  expected = OURS,
): Promise<void> => {
  const connections = connectionsOf(db);
  const ask = async (connection: Connection) =>
    rowsOf(await connections.query(connection, 'raw', ASK, []));
  t.deepEqual(await readsOf(connections)(({ all }) => all(ASK)), [expected]);
  if (!hears) return;
  const beside = await connections.openBeside();
  t.deepEqual(await ask(beside), [expected]);
  await (beside as { readonly end: () => Promise<void> }).end();
};

for (const [whose, begin] of [
  [
    'database',
    async (t: ExecutionContext) => {
      const database = await freshDatabase(t, url);
      await set(database.owner, databaseOf(database), worst());
      return database.url;
    },
  ],
  [
    'role',
    async (t: ExecutionContext) => {
      const role = await badRole(t);
      const own = new URL((await freshDatabase(t, url)).url);
      own.username = role;
      return own.href;
    },
  ],
] as const) {
  onPostgres(
    `each session has what the engine relies on, whatever the ${whose} sets`,
    async (t) => {
      const own = await begin(t);
      const withOptions = new URL(own);
      withOptions.searchParams.set('options', '-c array_nulls=off -c exit_on_error=on');
      for (const way of [own, withOptions.href]) {
        const db = openPostgres(way, { connections: 1 });
        await inForce(t, db, true);
        await db.destroy();
      }
      const db = openPostgres(own, { connections: 1, schema: 'payouts' });
      await inForce(t, db, true, { ...OURS, search_path: '"payouts"' });
      await db.destroy();
    },
  );

  for (const pooler of ['session', 'transaction'] as const)
    pooled(
      `behind a pooler in ${pooler} mode the engine has what it relies on, whatever the ${whose} sets`,
      async (t) => {
        const own = await begin(t);
        const bouncer = await startPgbouncer(path, own, { mode: pooler, size: 4 });
        t.teardown(bouncer.stop);
        const db = openPostgres(bouncer.through(own), { connections: 1, pooler });
        await inForce(t, db, pooler === 'session');
        await db.destroy();
      },
    );
}

const CASES = [
  ...storageContract.filter(({ title }) =>
    /^a job keeps the trace|^the queue of some events|^a search is taken literally|^each reference twice|every field of an attempt/.test(
      title,
    ),
  ),
  ...scenarios.filter(({ title }) =>
    /^a batch is queued|takes a search literally|^a report shows a payout|^eight creations/.test(
      title,
    ),
  ),
];

/** Takes payments in and pays them, lists them, limits calls and reads the clock. */
const working = async (own: string, options: PostgresOptions = {}, through = own) => {
  const shared = await sharedSchema(own, through, options);
  return {
    runs: async (t: ExecutionContext, what: string): Promise<void> => {
      await shared.renew();
      for (const { title, run } of CASES) {
        const { storage, close } = await shared.fresh();
        await t.notThrowsAsync(run(storage), `${what}: ${title}`);
        await close();
      }
      const { db, close } = await shared.fresh();
      const clock = await openDatabaseClock(db);
      t.true(Math.abs(clock.now() - Date.now()) < 60_000, `${what}: the clock`);
      const { allowed } = await knexRateLimiter(db, DEFAULT_RATE_LIMITS, clock).take('k', 'reads');
      t.true(allowed, what);
      await clock.stop();
      await close();
    },
    drop: shared.drop,
  };
};

onPostgres(
  'intake, lists, limits and the clock are the same with the worst value of each setting',
  async (t) => {
    t.timeout(600_000);
    const database = await freshDatabase(t, url);
    const { runs, drop } = await working(database.url);
    const each = [...Object.keys(SET).map((name) => worst([name])), HARMLESS];
    for (const settings of each) {
      await set(database.owner, databaseOf(database), settings);
      await runs(t, JSON.stringify(settings));
      await database.owner.raw(`ALTER ${databaseOf(database)} RESET ALL`);
    }
    await drop();
  },
);

pooled(
  'behind a pooler in transaction mode intake, lists, limits and the clock are the same with the worst of all settings',
  async (t) => {
    t.timeout(600_000);
    const database = await freshDatabase(t, url);
    await set(database.owner, databaseOf(database), { ...worst(), ...HARMLESS });
    const bouncer = await startPgbouncer(path, database.url, { mode: 'transaction', size: 4 });
    t.teardown(bouncer.stop);
    const options = { pooler: 'transaction' } as const;
    const { runs, drop } = await working(database.url, options, bouncer.through(database.url));
    await runs(t, 'all');
    await drop();
  },
);

onPostgres(
  "on a host's own Knex the engine sets what it relies on, and gives it back",
  async (t) => {
    const database = await freshDatabase(t, url);
    await set(database.owner, databaseOf(database), worst(Object.keys(RELIED_ON)));
    const db = database.open();
    await migrate(db);
    const storage = knexStorage(db, { notify: 'off' });
    const asked: unknown[] = [];
    const within: Storage = {
      read: storage.read,
      atomically: (work) =>
        db.transaction(
          async (trx) => {
            const done = await storage.within(trx).atomically(work);
            asked.push((await trx.raw<{ rows: unknown }>('SHOW array_nulls')).rows);
            return done;
          },
          { isolationLevel: 'read committed' },
        ),
    };
    for (const { title, run } of CASES.slice(0, 3)) await t.notThrowsAsync(run(storage), title);
    await database.owner.raw('TRUNCATE hundi.jobs, hundi.payouts, hundi.work');
    const [trace] = CASES;
    await t.notThrowsAsync(trace?.run(within) ?? Promise.reject(new Error('no case')));
    t.true(asked.length > 0);
    for (const rows of asked) t.deepEqual(rows, [{ array_nulls: 'off' }]);
  },
);

onPostgres('a migration waits for another one, whatever time-outs the sessions have', async (t) => {
  const database = await freshDatabase(t, url);
  await set(database.owner, databaseOf(database), worst(['lock_timeout', 'statement_timeout']));

  await t.notThrowsAsync(Promise.all([migrate(database.open()), migrate(database.open())]));
});

test('the list of settings in the documents is that of the sessions', async (t) => {
  const text = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## Settings of PostgreSQL\n([^]*?)\n## /.exec(text) ?? [];
  const named = (part: string): ReadonlyArray<string> =>
    [...part.matchAll(/`([a-zA-Z_]+)`/g)].map(([, name = '']) => name).sort();
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const harmless = section.split('\n').filter((line) => line.startsWith('No statement '));

  t.deepEqual(named(rows.map((row) => row.split('|')[1]).join()), Object.keys(SET).sort());
  t.deepEqual(named(harmless.join()), Object.keys(HARMLESS).sort());
  t.deepEqual(
    Object.keys(SETTINGS).filter((name) => !(name in SET)),
    [],
  );
});
