import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import knex from 'knex';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { places, type Place } from '../testing/places.js';
import {
  emptyDataDir,
  launch,
  runToEnd,
  type Ended,
  type Variables,
} from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';

const aKey = (): Variables => ({ HUNDI_KEK: randomBytes(32).toString('base64') });

const start = async (t: ExecutionContext, { dataDir, variables }: Place, more: Variables = {}) =>
  serveHere(t, dataDir, { ...variables, ...more });

const startRefused = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
  more: Variables,
): Promise<void> => {
  const { code, stdout, stderr } = await runToEnd({ DATA_DIR: dataDir, ...variables, ...more });
  t.is(code, 2);
  t.deepEqual(stdout, []);
  t.is(stderr.length, 1, stderr.join('\n'));
  t.regex(
    stderr[0] ?? '',
    /^hundi: HUNDI_KEK is not the key that sealed the secrets of this database; restore/,
  );
};

/** Changes the service's database behind its back. */
const inDatabase = async ({ dataDir, variables }: Place, sql: string): Promise<void> => {
  const url = variables['DATABASE_URL'];
  const db =
    url === undefined
      ? knex({
          client: 'sqlite3',
          connection: { filename: join(dataDir, 'hundi.db') },
          useNullAsDefault: true,
        })
      : knex({ client: 'pg', connection: url, searchPath: 'hundi' });
  await db.raw(sql);
  await db.destroy();
};

const everywhere = await places();

for (const [name, makePlace] of Object.entries(everywhere)) {
  test.serial(`${name}: a key that is not the database's is refused in one line`, async (t) => {
    const place = await makePlace(t);
    const right = aKey();
    await (await start(t, place, right)).stop();
    await startRefused(t, place, aKey());
    const again = await start(t, place, right);

    t.is((await again.get('/readyz')).status, 200);
  });

  test.serial(`${name}: the same holds in an older database without a canary`, async (t) => {
    const place = await makePlace(t);
    const right = aKey();
    await (await start(t, place, right)).stop();
    await inDatabase(place, 'DELETE FROM sealer_canary');
    await startRefused(t, place, aKey());
    const again = await start(t, place, right);

    t.is((await again.get('/readyz')).status, 200);
  });

  test.serial(
    `${name}: a service is not ready if its database is sealed under another key`,
    async (t) => {
      const place = await makePlace(t);
      const service = await start(t, place, aKey());
      t.is((await service.get('/readyz')).status, 200);
      await inDatabase(place, `UPDATE sealer_canary SET sealed = 'v1.of-another-key'`);
      const answer = await service.get('/readyz');

      t.is(answer.status, 503);
      t.regex(answer.text, /sealed under another key/);
    },
  );
}

const onPostgres = 'PostgreSQL' in everywhere ? test.serial : test.skip;

/** Every row of every table of the engine. */
const contentOf = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
  const db = knex({ client: 'pg', connection: url, searchPath: 'hundi' });
  const { rows } = await db.raw<{ rows: ReadonlyArray<{ name: string }> }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'hundi' ORDER BY 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of rows) content[name] = await db(name).select('*');
  await db.destroy();
  return content;
};

onPostgres('a start under another key writes nothing', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const place = { dataDir: await emptyDataDir(), variables: { DATABASE_URL: fresh.url } };
  await (await start(t, place, { ...aKey(), WORKERS: '0' })).stop();
  const before = await contentOf(fresh.url);
  await startRefused(t, { ...place, dataDir: await emptyDataDir() }, aKey());

  t.true(Object.keys(before).length > 10);
  t.deepEqual(await contentOf(fresh.url), before);
});

onPostgres(
  'of two that start at once on an empty database with different keys, one serves',
  async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(fresh.drop);
    const starts = await Promise.all(
      [0, 1].map(async () =>
        launch({ DATA_DIR: await emptyDataDir(), DATABASE_URL: fresh.url, ...aKey() }),
      ),
    );
    const how = await Promise.race(starts.map(({ ended }) => ended));
    const serving = await Promise.any(starts.map(({ first }) => first));
    for (const { child } of starts) child.kill('SIGKILL');
    const ends: ReadonlyArray<Ended> = await Promise.all(starts.map(({ ended }) => ended));

    t.is(how.code, 2);
    t.regex(how.stderr[0] ?? '', /HUNDI_KEK is not the key that sealed/);
    t.regex(serving, /listening/);
    t.is(ends.filter(({ code }) => code === 2).length, 1);
  },
);
