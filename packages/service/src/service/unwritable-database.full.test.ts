import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres } from '@hundi/adapter-knex';
import type { AcceptedBatch } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { newCluster } from '../crash/cluster.js';
import { bankOfFiles } from '../testing/bank-of-files.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch } from '../testing/partner.js';
import { places } from '../testing/places.js';
import {
  emptyDataDir,
  runService,
  runToEnd,
  type Answer,
  type RunningService,
} from '../testing/running-service.js';
import { smallDisk } from '../testing/small-disk.js';

/** A database that can be kept from taking writes. */
interface Keeping {
  readonly url: string;
  readonly keep: () => Promise<unknown>;
  readonly letGo: () => Promise<unknown>;
}

type Make = (t: ExecutionContext) => Promise<Keeping | undefined>;

/** Room for the tables and some batches. */
const DISK_MIB = 32;

const aSmallDisk = async (t: ExecutionContext) => {
  const disk = await smallDisk(DISK_MIB);
  if (disk === undefined) throw new Error('a disk was mounted a moment ago');
  t.teardown(disk.remove);
  return disk;
};

const fullSqlite: Make = async (t) => {
  const disk = await aSmallDisk(t);
  return { url: `sqlite:${disk.path}/hundi.db`, keep: disk.fill, letGo: disk.clear };
};

/** The tables are on the small disk, and the log is not: PostgreSQL does not outlive a log without room. */
const fullPostgres: Make = async (t) => {
  const cluster = await newCluster();
  if (cluster === undefined) return undefined;
  const disk = await aSmallDisk(t);
  t.teardown(cluster.remove);
  await cluster.start();
  const space = join(disk.path, 'space');
  await mkdir(space);
  if (cluster.owner !== undefined) await chown(space, cluster.owner.uid, cluster.owner.gid);
  const admin = openPostgres(cluster.url, { connections: 1 });
  await admin.raw(`CREATE TABLESPACE small LOCATION '${space}'`);
  await admin.raw('CREATE DATABASE hundi TABLESPACE small');
  await admin.destroy();
  const url = new URL(cluster.url);
  url.pathname = '/hundi';
  return { url: url.href, keep: disk.fill, letGo: disk.clear };
};

const readOnlyPostgres: Make = async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  const name = new URL(fresh.url).pathname.slice(1);
  const server = new URL(fresh.url);
  server.pathname = '/postgres';
  const admin = openPostgres(server.href, { connections: 1 });
  t.teardown(async () => {
    await admin.destroy();
    await fresh.drop();
  });
  const readOnly = (value: 'on' | 'off') =>
    admin.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
  return {
    url: fresh.url,
    keep: async () => {
      await readOnly('on');
      await admin.raw('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?', [
        name,
      ]);
    },
    // Sessions that began read-only stay so.
    letGo: () => readOnly('off'),
  };
};

const PAYMENTS = 50;

/** Posts batches until one is not accepted: a full disk has room for some that are small. */
const postUntilRefused = async (service: RunningService, to: string) => {
  const jobs: string[] = [];
  for (let n = 0; ; n += 1) {
    const body = batchTo(to, `FULL-${String(n)}`, PAYMENTS);
    const answer = await postBatch(service, body);
    if (answer.status !== 202) return { jobs, body, answer };
    jobs.push(json<AcceptedBatch>(answer, 202).jobId);
  }
};

const unavailable = (t: ExecutionContext, { status, headers, text }: Answer): void => {
  t.is(status, 503, text);
  t.regex(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  t.like(JSON.parse(text), { type: 'service_unavailable_error' });
};

const paidOf = async (service: RunningService, jobId: string): Promise<number> =>
  json<{ counts: { paid: number } }>(await service.get(`/v1/partner/payments/jobs/${jobId}`)).counts
    .paid;

const rule = (what: string, make: Make, run: typeof test.serial): void => {
  run(
    `${what}: the service accepts nothing and says so, answers reads, and goes on by itself afterwards`,
    async (t) => {
      const database = await make(t);
      if (database === undefined) {
        t.pass('PostgreSQL is not installed here');
        return;
      }
      const bank = await bankOfFiles();
      const service = await runService(await emptyDataDir(), {
        DATABASE_URL: database.url,
        BANK_RAIL: bank.rail,
      });
      t.teardown(() => service.end('SIGKILL'));
      const to = await payee(service, 'Sharma Steel');
      const first = await postBatch(service, batchTo(to, 'BEFORE', PAYMENTS));
      const { jobId } = json<AcceptedBatch>(first, 202);
      while ((await paidOf(service, jobId)) < PAYMENTS);

      await database.keep();
      const { jobs, body, answer } = await postUntilRefused(service, to);
      unavailable(t, answer);
      t.is((await service.get('/readyz')).status, 503);
      t.is((await service.get('/healthz')).status, 200);
      t.is(await paidOf(service, jobId), PAYMENTS);
      unavailable(t, await postBatch(service, body));

      await database.letGo();
      while ((await service.get('/readyz')).status !== 200);
      const accepted = json<AcceptedBatch>(await postBatch(service, body), 202);
      t.false(jobs.includes(accepted.jobId));
      for (const id of [...jobs, accepted.jobId]) while ((await paidOf(service, id)) < PAYMENTS);
      await service.end('SIGTERM');
      const executed = await bank.executed();
      t.is(executed.length, (jobs.length + 2) * PAYMENTS);
      t.is(new Set(executed).size, executed.length);
    },
  );
};

const onPostgres = (
  'PostgreSQL' in (await places()) ? test.serial : test.skip
) as typeof test.serial;

rule('SQLite on a full disk', fullSqlite, test.serial);
rule('PostgreSQL on a full disk', fullPostgres, onPostgres);
rule('a read-only PostgreSQL', readOnlyPostgres, onPostgres);

onPostgres('a service does not start on a read-only PostgreSQL, and says why', async (t) => {
  const database = await readOnlyPostgres(t);
  await database?.keep();
  const variables = { DATA_DIR: await emptyDataDir(), DATABASE_URL: database?.url ?? '' };
  const { code, stderr } = await runToEnd(variables);

  t.is(code, 2);
  t.deepEqual(stderr, [
    'hundi: DATABASE_URL: the database takes no writes: it is a standby, or default_transaction_read_only is on',
  ]);
});
