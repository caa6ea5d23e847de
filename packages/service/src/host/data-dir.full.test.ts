import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { emptyDataDir, launch, runService } from '../testing/running-service.js';

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8);

const modesIn = async (dataDir: string): Promise<Readonly<Record<string, string>>> => {
  const names = await readdir(dataDir);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(join(dataDir, name))])),
  ) as Readonly<Record<string, string>>;
};

const allPrivate = async (t: ExecutionContext, dataDir: string): Promise<void> => {
  const modes = await modesIn(dataDir);
  for (const name of [
    'hundi.db',
    'hundi.db-wal',
    'sandbox-bank.db',
    'credentials.json',
    'hundi.kek',
  ])
    t.true(name in modes, name);
  for (const [name, mode] of Object.entries(modes)) t.is(mode, '600', name);
};

test.serial(
  "the service's files are readable by their owner only, while it runs and after",
  async (t) => {
    const dataDir = join(await emptyDataDir(), 'made');
    const service = await runService(dataDir);
    t.teardown(() => service.end('SIGKILL'));
    await service.post('/portal/v1/login', { email: 'checker@acme.example' });

    await allPrivate(t, dataDir);
    t.is(await modeOf(dataDir), '700');
  },
);

test.serial('files that an earlier version left readable are closed to others', async (t) => {
  const dataDir = await emptyDataDir();
  await (await runService(dataDir)).end('SIGTERM');
  await chmod(dataDir, 0o755);
  for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o644);
  const service = await runService(dataDir);
  t.teardown(() => service.end('SIGKILL'));

  await allPrivate(t, dataDir);
  t.is(await modeOf(dataDir), '700');
});

test.serial('a database that a command makes is readable by its owner only', async (t) => {
  const dataDir = join(await emptyDataDir(), 'made');
  const program = fileURLToPath(new URL('../esm/hundi.js', import.meta.url));
  const { code } = await launch({ DATA_DIR: dataDir }, program, ['migrate']).ended;

  t.is(code, 0);
  t.deepEqual(new Set(Object.values(await modesIn(dataDir))), new Set(['600']));
  t.is(await modeOf(dataDir), '700');
});
