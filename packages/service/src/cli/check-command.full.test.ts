import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrationPlan, openSqlite } from '@hundi/adapter-knex';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { roleOn } from '../testing/role-on.js';
import { emptyDataDir, runService, runToEnd } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';

const offered = await freshPostgres();
if (offered !== undefined) test.after.always(() => offered.drop());

const folder = async (t: ExecutionContext): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
};

const check = (env: Readonly<Record<string, string>>) => callHundi(['check'], { env });

test('beside a service that runs with these settings everything is right', async (t) => {
  const dataDir = await emptyDataDir();
  await serveHere(t, dataDir);
  const { code, out } = await check({ DATA_DIR: dataDir });

  t.is(code, 0, out.join('\n'));
  t.true(out.includes('ok    key: opens what this database holds'));
  const wrong = await check({ DATA_DIR: dataDir, HUNDI_KEK: randomBytes(32).toString('base64') });
  t.is(wrong.code, 1);
  t.true(
    wrong.out.some((line) => /^FAULT key: HUNDI_KEK/.test(line)),
    wrong.out.join('\n'),
  );
});

test('before the first start it says what the start makes, and makes nothing', async (t) => {
  const dataDir = await folder(t);
  const { code, out } = await check({ DATA_DIR: dataDir });

  t.is(code, 0, out.join('\n'));
  t.true(out.includes(`ok    database: ${join(dataDir, 'hundi.db')}, made at the first start`));
  t.true(out.includes('ok    key: made at the first start'));
  t.deepEqual(await readdir(dataDir), []);
});

test('it says whose packages of one debit the rail debits order by order', async (t) => {
  const dataDir = await folder(t);
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const packages = (acme?.packages ?? []).map((one) => ({
    ...one,
    effectiveConfiguration: { effectiveDebitMode: 'single' as const },
  }));
  const provision = join(dataDir, 'provision.json');
  await writeFile(provision, JSON.stringify(demoDocument({ packages })));
  const portsLine = async (name: string, traits: string) => {
    const rail = join(dataDir, name);
    await writeFile(
      rail,
      `export default () => ({
        traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: 0${traits} },
        submit: async () => [],
        query: async () => [],
      });`,
    );
    const { out } = await check({ DATA_DIR: dataDir, PROVISION_FILE: provision, BANK_RAIL: rail });
    return out.find((line) => line.startsWith(`ok    ports: ${rail}`))?.split(name)[1];
  };
  t.is(
    await portsLine('single.mjs', ''),
    '; takes no groups, so that each order of debit mode single is debited by itself: demo-bank/acme',
  );
  t.is(await portsLine('groups.mjs', ', ordersAGroup: 500'), '');
});

test('a folder of the bank that cannot be used is a fault, and is not made', async (t) => {
  const dataDir = await folder(t);
  const byFiles = { DATA_DIR: dataDir, BANK_RAIL: 'iso20022-folder' };
  const right = await check(byFiles);
  t.is(right.code, 0, right.out.join('\n'));
  t.true(right.out.includes(`ok    ports: files in ${join(dataDir, 'bank')}`));
  t.deepEqual(await readdir(dataDir), []);

  await writeFile(join(dataDir, 'bank'), '');
  const { code, out } = await check(byFiles);
  t.is(code, 1);
  t.true(
    out.includes(`FAULT ports: RAIL_FOLDER: ${join(dataDir, 'bank')} is no directory`),
    out.join('\n'),
  );
});

test('a schema that is older or missing is right: the start brings it up to date', async (t) => {
  const dataDir = await folder(t);
  const file = join(dataDir, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  const { steps, to } = await migrationPlan(writer);
  const databaseLine = async () => {
    const { code, out } = await check({ DATA_DIR: dataDir });
    t.is(code, 0, out.join('\n'));
    return out.find((line) => line.startsWith('ok    database: '));
  };
  t.is(await databaseLine(), `ok    database: ${file}, without a schema, which the start makes`);

  for (const statement of steps.slice(0, -1).flat()) await writer.raw(statement);
  await close();
  t.is(
    await databaseLine(),
    `ok    database: ${file}, with schema ${String(to - 1)}, which the start brings to ${String(to)}`,
  );
});

test('every setting that is wrong is named', async (t) => {
  const { code, out } = await check({ PORT: 'http', WORKERS: '-1' });

  t.is(code, 1);
  t.true(out.some((line) => line.startsWith('FAULT settings: PORT: expected')));
  t.true(out.some((line) => line.startsWith('FAULT settings: WORKERS: expected')));
});

test('a document and a rail that cannot be used are named', async (t) => {
  const dataDir = await folder(t);
  const [document, rail] = [join(dataDir, 'tenants.json'), join(dataDir, 'rail.mjs')];
  await writeFile(document, '{');
  await writeFile(rail, 'export default () => ({});');
  const { code, out } = await check({
    DATA_DIR: dataDir,
    PROVISION_FILE: document,
    BANK_RAIL: rail,
  });

  t.is(code, 1);
  t.true(
    out.includes(
      'FAULT provision document: PROVISION_FILE: is not JSON: it ends too early, at line 1, column 2',
    ),
  );
  t.true(
    out.some((line) =>
      /^FAULT ports: BANK_RAIL: the default export of .* must create a bank rail$/.test(line),
    ),
  );
});

test('a document that cannot be used is named once', async (t) => {
  const document = join(await folder(t), 'tenants.json');
  await writeFile(document, '{');
  const { out } = await check({ PROVISION_FILE: document });

  t.is(out.filter((line) => line.includes('PROVISION_FILE')).length, 1);
});

test('a calendar that ends before payments may be dated is named with the year that it lacks', async (t) => {
  const document = join(await folder(t), 'tenants.json');
  const calendar = { calendarCode: 'MUMBAI', until: '2025-12-31', holidays: {} };
  const bank = { bankTenantId: 'bank', name: 'Bank', corporates: [], calendars: [calendar] };
  await writeFile(document, JSON.stringify({ bankTenants: [bank] }));
  const { out } = await check({ PROVISION_FILE: document });

  t.regex(
    out.find((line) => line.includes('provision document')) ?? '',
    /calendar MUMBAI ends on 2025-12-31, .*: add the days of 2026$/,
  );
});

test('an acquirer of a sandbox is looked at too', async (t) => {
  const acquirer = join(await folder(t), 'acquirer.mjs');
  await writeFile(acquirer, 'export default () => ({});');
  const { code, out } = await check({ CARD_ACQUIRER: acquirer });

  t.is(code, 1);
  t.true(out.some((line) => line.startsWith('FAULT ports: CARD_ACQUIRER: ')));
});

test('a key, and secrets, that cannot be read are named', async (t) => {
  const dataDir = await folder(t);
  for (const name of ['hundi.kek', 'credentials.json']) await mkdir(join(dataDir, name));
  const { code, out } = await check({ DATA_DIR: dataDir });

  t.is(code, 1);
  t.true(out.includes('FAULT key: DATA_DIR: hundi.kek cannot be read or made: EISDIR'));
  t.true(
    out.includes('FAULT data directory: DATA_DIR: credentials.json cannot be read: EISDIR'),
    out.join('\n'),
  );
});

test('a key that was lost is missed before the start makes another', async (t) => {
  const dataDir = await emptyDataDir();
  await (await runService(dataDir)).end('SIGTERM');
  await rm(join(dataDir, 'hundi.kek'));
  const { code, out } = await check({ DATA_DIR: dataDir });

  t.is(code, 1);
  t.true(
    out.some((line) =>
      /^FAULT key: DATA_DIR: hundi\.kek is not the key .*; restore key [0-9a-f]{16}: /.test(line),
    ),
  );
  t.false((await readdir(dataDir)).includes('hundi.kek'));
});

test('a send mark that holds none is named, and refuses the start', async (t) => {
  const dataDir = await folder(t);
  await writeFile(join(dataDir, 'send-mark'), 'no mark', { mode: 0o600 });
  const { out } = await check({ DATA_DIR: dataDir });
  const started = await runToEnd({ DATA_DIR: dataDir });

  t.true(out.some((line) => /^FAULT data directory: SEND_MARK: .* is no send mark$/.test(line)));
  t.is(started.code, 2);
});

test('a directory for the send mark is not made with DATA_DIR', async (t) => {
  const above = join(await folder(t), 'above');
  const env = { DATA_DIR: join(above, 'data'), SEND_MARK: join(above, 'mark') };

  t.is((await check(env)).code, 1);
  t.is((await runToEnd(env)).code, 2);
  t.false(existsSync(above));
});

for (const [what, mark, expected] of [
  ['whose directory is missing', 'missing/mark', /missing is no directory$/],
  ['that is a directory', '.', /is a directory; expected a file, or a new name$/],
] as const)
  test(`a send mark ${what} is named, and refuses the start`, async (t) => {
    const dataDir = await folder(t);
    const env = { DATA_DIR: dataDir, SEND_MARK: join(await folder(t), mark) };
    const { code, out } = await check(env);
    const started = await runToEnd(env);

    t.is(code, 1);
    const found = out.find((line) => line.startsWith('FAULT data directory: SEND_MARK: ')) ?? '';
    t.regex(found, expected);
    t.is(started.code, 2);
    t.regex(started.stderr.join('\n'), /^hundi: SEND_MARK: /);
  });

(offered === undefined ? test.skip : test)(
  'a role that may not make the schema, nor see it, is named with the right that it lacks',
  async (t) => {
    const { url } = await roleOn(t, offered?.url ?? '');
    const { code, out } = await check({ DATA_DIR: await folder(t), DATABASE_URL: url });

    t.is(code, 1);
    t.true(out.some((line) => /^FAULT database: DATABASE_URL: the role lacks \w+ on/.test(line)));
  },
);

(offered === undefined ? test.skip : test)(
  'a role that may not make the schema of the sandbox bank is named, until it has one',
  async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(fresh.drop);
    const { role, url, owner } = await roleOn(t, fresh.url);
    await migrate(owner);
    await owner.raw(`GRANT USAGE ON SCHEMA hundi TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA hundi TO ${role};
      GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA hundi TO ${role}`);
    const databaseLine = async (more: Readonly<Record<string, string>> = {}) => {
      const env = { DATA_DIR: await folder(t), DATABASE_URL: url, ...more };
      return (await check(env)).out.find((line) => line.includes(' database: ')) ?? '';
    };
    const lacks = (what: string) =>
      `FAULT database: DATABASE_URL: the role lacks ${what}: grant it, or set SANDBOX=0`;
    const right = 'ok    database: PostgreSQL, with a schema that serves this program';
    const files = await folder(t);
    const [tenants, rail] = [join(files, 'tenants.json'), join(files, 'rail.mjs')];
    for (const file of [tenants, rail]) await writeFile(file, '');
    const ofBank = {
      SANDBOX: '0',
      PROVISION_FILE: tenants,
      BANK_RAIL: rail,
      TRUSTED_PROXIES: 'none',
      PUBLIC_URL: 'https://pay.example',
      HUNDI_KEK: randomBytes(32).toString('base64'),
    };

    t.is(await databaseLine(ofBank), right);
    t.is(await databaseLine(), lacks('CREATE on the database, or the schema "sandbox_bank"'));
    await owner.raw('CREATE SCHEMA sandbox_bank');
    t.is(await databaseLine(), lacks('ownership of the schema "sandbox_bank"'));
    await owner.raw(`ALTER SCHEMA sandbox_bank OWNER TO ${role}`);
    t.is(await databaseLine(), right);
    await owner.raw('CREATE TABLE sandbox_bank.bank_orders (bank_ref text)');
    t.is(await databaseLine(), lacks('ownership of the table sandbox_bank.bank_orders'));
  },
);

(offered === undefined ? test.skip : test)(
  'a way past the pooler that leads nowhere is named',
  async (t) => {
    const databaseLine = async (DATABASE_DIRECT_URL: string) => {
      const DATABASE_URL = offered?.url ?? '';
      const env = { DATA_DIR: await folder(t), DATABASE_URL, DATABASE_DIRECT_URL };
      return (await check(env)).out.find((line) => line.includes(' database: ')) ?? '';
    };

    t.regex(
      await databaseLine('postgres://nobody@127.0.0.1:1/none'),
      /^FAULT database: DATABASE_DIRECT_URL: .*ECONNREFUSED/,
    );
    t.is(
      await databaseLine(offered?.url ?? ''),
      'ok    database: PostgreSQL, without a schema, which the start makes',
    );
  },
);
