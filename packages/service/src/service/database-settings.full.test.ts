import { join } from 'node:path';
import { openPostgres } from '@hundi/adapter-knex';
import type { BeneficiaryRecord } from '@hundi/core/wire';
import { pgbouncerPath, startPgbouncer } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import knex from 'knex';
import { callHundi } from '../testing/command-line.js';
import { freshPostgres, type FreshPostgres } from '../testing/fresh-postgres.js';
import { json, payOne, transaction } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService, runToEnd, type Variables } from '../testing/running-service.js';

const isHere = 'PostgreSQL' in (await places());
const path = (await pgbouncerPath()) ?? '';
const onPostgres = (isHere ? test.serial : test.skip) as typeof test.serial;
const pooled = (isHere && path !== '' ? test.serial : test.skip) as typeof test.serial;

/** What an administrator may have set for other programs on the server. */
const WORST = {
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  exit_on_error: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  lock_timeout: '1ms',
  idle_in_transaction_session_timeout: '2s',
  idle_session_timeout: '1s',
  extra_float_digits: '-15',
  DateStyle: 'SQL, DMY',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  search_path: '',
};

const database = async (t: ExecutionContext, how = ''): Promise<FreshPostgres> => {
  const fresh = await freshPostgres(how);
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  return fresh;
};

const withTheWorst = async (t: ExecutionContext): Promise<string> => {
  const { url } = await database(t);
  const admin = openPostgres(url, { connections: 1 });
  for (const [name, value] of Object.entries(WORST))
    await admin.raw(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${name} = '${value}'`);
  await admin.destroy();
  return url;
};

/** Pays, lists and looks by a service on the database. */
const serves = async (t: ExecutionContext, variables: Variables): Promise<void> => {
  const service = await runService(await emptyDataDir(), variables);
  t.teardown(() => service.end('SIGKILL'));
  t.is((await transaction(service, await payOne(service, 'Sharma Steel'))).status, 'paid');
  const found = await service.get(`/v1/partner/beneficiaries?search=${encodeURIComponent('\\')}`);
  t.deepEqual(json<{ items: BeneficiaryRecord[] }>(found).items, []);
  t.is((await service.get('/readyz')).status, 200);
  const { stderr } = await service.end('SIGTERM');
  t.deepEqual(
    stderr.filter((line) => /"level":"(warn|error)"/.test(line)),
    [],
  );
};

onPostgres('a service pays and lists on a database with the worst of all settings', async (t) => {
  await serves(t, { DATABASE_URL: await withTheWorst(t) });
});

pooled(
  'a service pays and lists behind a pooler in transaction mode on a database with the worst of all settings',
  async (t) => {
    const url = await withTheWorst(t);
    const bouncer = await startPgbouncer(path, url, { mode: 'transaction', size: 4 });
    t.teardown(bouncer.stop);

    await serves(t, {
      DATABASE_URL: bouncer.through(url),
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: url,
    });
  },
);

/** The start ends in one line, and so does what a check says of the database. */
const refuses = async (t: ExecutionContext, env: Variables, expected: RegExp): Promise<void> => {
  const { code, stderr } = await runToEnd(env);
  t.is(code, 2);
  t.is(stderr.length, 1, stderr.join('\n'));
  t.regex(stderr[0] ?? '', expected);
  const checked = await callHundi(['check'], { env });
  t.is(checked.code, 1);
  t.true(
    checked.out.some((line) => line.startsWith('FAULT database: ') && expected.test(line)),
    checked.out.join('\n'),
  );
};

for (const encoding of ['LATIN1', 'SQL_ASCII'])
  onPostgres(`a PostgreSQL in ${encoding} is refused at the start and by a check`, async (t) => {
    const how = `ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`;
    const { url } = await database(t, how);

    await refuses(
      t,
      { DATA_DIR: await emptyDataDir(), DATABASE_URL: url },
      new RegExp(`DATABASE_URL: PostgreSQL keeps texts of this database as ${encoding}, and`),
    );
  });

test.serial('an SQLite file in UTF-16 is refused at the start and by a check', async (t) => {
  const dataDir = await emptyDataDir();
  const file = join(dataDir, 'hundi.db');
  const owner = knex({ client: 'sqlite3', connection: { filename: file }, useNullAsDefault: true });
  await owner.raw(`PRAGMA encoding = 'UTF-16'`);
  await owner.raw('CREATE TABLE notes (note text)');
  await owner.destroy();

  await refuses(
    t,
    { DATA_DIR: dataDir },
    /DATABASE_URL: SQLite keeps texts of this file as UTF-16/,
  );
});
