import type { AcceptedBatch } from '@hundi/core/wire';
import { openPostgres } from '@hundi/adapter-knex';
import test, { type ExecutionContext } from 'ava';
import { newCluster } from '../crash/cluster.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { bankOrders, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService, type Variables } from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

const PROCESSES = 8;

/** With the sandbox's two and one that hears of work, all of them leave room on a server of 100 connections. */
const CONNECTIONS = '3';

/** A server whose connections no other test takes, where one can be made; else a database of its own. */
const ownServer = async (t: ExecutionContext): Promise<string> => {
  const cluster = await newCluster();
  if (cluster !== undefined) {
    t.teardown(cluster.remove);
    await cluster.start();
    return cluster.url;
  }
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  return fresh.url;
};

/** Records of the demo document whose ids the engine makes, each with what names it in the document. */
const DEMO: Readonly<Record<string, string>> = {
  api_keys: `record::jsonb ->> 'name'`,
  secret_keys: `record::jsonb ->> 'name'`,
  beneficiaries: 'bene_id',
  webhook_endpoints: `record::jsonb ->> 'url'`,
};

tested(
  'eight processes that start at once on an empty database all serve it, and make what it holds once',
  async (t) => {
    const url = await ownServer(t);
    const dataDir = await emptyDataDir();
    const variables: Variables = { DATABASE_URL: url, DATABASE_POOL: CONNECTIONS };
    const started = await Promise.allSettled(
      Array.from({ length: PROCESSES }, () => runService(dataDir, variables)),
    );
    const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const service of services) t.teardown(() => service.end('SIGKILL'));
    t.deepEqual(
      started.filter(({ status }) => status === 'rejected'),
      [],
    );

    const ids: string[] = [];
    for (const [n, service] of services.entries()) {
      t.is((await service.get('/readyz')).status, 200);
      const body = batchTo(await payee(service, 'Sharma Steel'), `EIGHT-${String(n)}`);
      const { transactions } = json<AcceptedBatch>(await postBatch(service, body), 202);
      ids.push(...transactions.map(({ transactionId }) => transactionId));
    }
    const [first] = services;
    if (first === undefined) throw new Error('no process');
    for (const id of ids) while ((await transaction(first, id)).status !== 'paid');
    const atBank = (await bankOrders(first)).map(({ transactionId }) => transactionId);
    t.deepEqual([...atBank].sort(), [...ids].sort());

    const db = openPostgres(url, { connections: 1 });
    t.teardown(() => db.destroy());
    t.is((await db('hundi_schema').select('*')).length, 1);
    for (const [table, key] of Object.entries(DEMO)) {
      const { rows } = await db.raw<{ rows: [{ all: number; different: number }] }>(
        `SELECT count(*)::int AS all, count(DISTINCT (corporate_id, ${key}))::int AS different FROM ${table}`,
      );
      t.true(rows[0].all > 0, table);
      t.is(rows[0].all, rows[0].different, table);
    }
  },
);
