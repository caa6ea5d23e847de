import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';
import { emptyDataDir, runService } from '../testing/running-service.js';

const folder = async (t: ExecutionContext): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
};

const check = (env: Readonly<Record<string, string>>) => callHundi(['check'], { env });

test('beside a service that runs with these settings everything is right', async (t) => {
  const dataDir = await emptyDataDir();
  const service = await runService(dataDir);
  t.teardown(() => service.end('SIGTERM'));
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

test('before the first start the schema is missing, and check says what makes it', async (t) => {
  const dataDir = await folder(t);
  const before = await check({ DATA_DIR: dataDir });
  t.is(before.code, 1);
  t.true(
    before.out.some((line) =>
      /^FAULT database: .*there is no such file: hundi migrate makes it$/.test(line),
    ),
  );

  await callHundi(['migrate'], { env: { DATA_DIR: dataDir } });
  const after = await check({ DATA_DIR: dataDir });
  t.is(after.code, 0, after.out.join('\n'));
  t.true(after.out.includes('ok    key: made at the first start'));
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
    ...{ DATA_DIR: dataDir, PROVISION_FILE: document, BANK_RAIL: rail },
  });

  t.is(code, 1);
  t.true(out.includes('FAULT provision document: PROVISION_FILE: is not JSON'));
  t.true(
    out.some((line) =>
      /^FAULT ports: BANK_RAIL: the default export of .* must create a bank rail$/.test(line),
    ),
  );
});
