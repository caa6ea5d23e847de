import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@hundi/adapter-knex';
import type { ProvisionInput } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { callHundi, type Called } from '../testing/command-line.js';
import { freshPostgres } from '../testing/fresh-postgres.js';

const offered = await freshPostgres();
if (offered !== undefined) test.after.always(() => offered.drop());

/** A data directory with an empty database that has its schema, and a way to provision a document there. */
const place = async (t: ExecutionContext) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const around = { env: { DATA_DIR: dataDir }, directory: dataDir };
  await callHundi(['migrate'], around);
  return {
    dataDir,
    provision: async (
      document: ProvisionInput | string,
      ...options: ReadonlyArray<string>
    ): Promise<Called> => {
      const text = typeof document === 'string' ? document : JSON.stringify(document);
      await writeFile(join(dataDir, 'tenants.json'), text);
      return callHundi(['provision', 'tenants.json', ...options], around);
    },
  };
};

const credentialsIn = (dataDir: string) => readFile(join(dataDir, 'credentials.json'), 'utf8');

test('a dry run tells what would be added, and changes nothing', async (t) => {
  const { dataDir, provision } = await place(t);
  const { code, out } = await provision(demoDocument(), '--dry-run');

  t.is(code, 0);
  t.true(out.includes('+ acme/packages/VENDOR'));
  t.regex(out.at(-1) ?? '', /^\d+ records would change; nothing was changed$/);
  const files = await readdir(dataDir);
  t.false(files.includes('credentials.json') || files.includes('hundi.kek'));
  t.deepEqual((await provision(demoDocument(), '--dry-run')).out, out);
});

test('applying tells the same, writes the new keys down, and again changes nothing', async (t) => {
  const { dataDir, provision } = await place(t);
  const planned = await provision(demoDocument(), '--dry-run');
  const applied = await provision(demoDocument());

  t.is(applied.code, 0);
  t.deepEqual(applied.out.slice(0, -2), planned.out.slice(0, -1));
  t.is(applied.out.at(-1), `new keys and secrets are in ${join(dataDir, 'credentials.json')}`);
  t.regex(await credentialsIn(dataDir), /"acme"/);
  t.deepEqual((await provision(demoDocument())).out, ['0 records changed']);
});

(offered === undefined ? test.skip : test)(
  'before the first start of a service on PostgreSQL it makes the data directory',
  async (t) => {
    const { dataDir } = await place(t);
    const made = join(dataDir, 'made');
    const env = { DATA_DIR: made, DATABASE_URL: offered?.url };
    await callHundi(['migrate'], { env });
    await writeFile(join(dataDir, 'tenants.json'), JSON.stringify(demoDocument()));
    const line = ['provision', join(dataDir, 'tenants.json'), '--json'];
    const { code, out } = await callHundi(line, { env });

    t.is(code, 0);
    t.like(JSON.parse(out[0] ?? ''), { credentialsFile: join(made, 'credentials.json') });
    t.is((await stat(made)).mode & 0o777, 0o700);
    t.regex(await credentialsIn(made), /"acme"/);
  },
);

test('a change is told member by member, what is ended and what goes on too', async (t) => {
  const { provision } = await place(t);
  await provision(demoDocument());
  const renamed = await provision(demoDocument({ name: 'Acme Ltd', apiKeys: [] }), '--dry-run');
  const ended = await provision(demoDocument({ apiKeys: [], absent: 'suspend' }), '--dry-run');

  t.true(renamed.out.some((line) => /^~ acme: .*name ".*" → "Acme Ltd"/.test(line)));
  t.true(
    renamed.out.some((line) => /^ {2}acme: \w+ is not in the document, and goes on$/.test(line)),
  );
  t.true(ended.out.some((line) => /^- acme: \w+$/.test(line)));
});

for (const [what, document, expected] of [
  ['no JSON', '{', /^hundi: tenants\.json: is not JSON: it ends too early, at line 1, column 2$/],
  ['a misspelt field', '{"bankTenant":[]}', /^hundi: tenants\.json: \/bankTenant is not a member/],
] as const) {
  test(`a document that is ${what} is refused with its name`, async (t) => {
    const { provision } = await place(t);
    const { code, err } = await provision(document);

    t.is(code, 2);
    t.regex(err[0] ?? '', expected);
  });
}

test('an SQLite file that a service uses is refused', async (t) => {
  const { dataDir, provision } = await place(t);
  const { close } = await openSqlite(join(dataDir, 'hundi.db'));
  t.teardown(close);
  const { code, err } = await provision(demoDocument(), '--dry-run');

  t.is(code, 2);
  t.regex(err[0] ?? '', /^hundi: DATABASE_URL: .*in use/);
});

test('without a file it says what is missing', async (t) => {
  const { code, err } = await callHundi(['provision']);

  t.is(code, 2);
  t.regex(err[0] ?? '', /^hundi: FILE: expected the provision document$/);
});

for (const [what, words, expected] of [
  ['a document', ['tenants.json'], /^hundi: FILE: --schema reads no document/],
  ['a dry run', ['--dry-run'], /^hundi: --dry-run: --schema applies no document/],
] as const) {
  test(`the schema of documents with ${what} is misuse`, async (t) => {
    const { code, out, err } = await callHundi(['provision', '--schema', ...words]);

    t.is(code, 2);
    t.deepEqual(out, []);
    t.regex(err[0] ?? '', expected);
  });
}
