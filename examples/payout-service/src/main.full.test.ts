import test from 'ava';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { batch, countsOf, paidJob, partner } from './testing/a-bank.js';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));

const run = (env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });

/** The lines that it prints, which are not read in this test otherwise. */
const addressOf = async ({ stdout }: ChildProcess): Promise<string> => {
  if (stdout === null) throw new Error('its output is a pipe');
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return line.replace('our bank listens on ', '');
};

const ended = async (service: ChildProcess): Promise<unknown> => {
  const exit = once(service, 'exit');
  service.kill('SIGTERM');
  const [code] = (await exit) as [number | null];
  return code;
};

test('the program pays, stops when it is told to, and knows everything after a new start', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'our-bank-'));
  t.teardown(() => rm(dataDir, { recursive: true }));
  const env = { DATA_DIR: dataDir, PORT: '0', STAFF_PASSWORD: 'right' };
  const first = run(env);
  t.teardown(() => first.kill('SIGKILL'));
  const url = await addressOf(first);
  const { corporates } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as {
    readonly corporates: { readonly acme: { readonly apiKeys: { readonly erp: string } } };
  };
  const key = corporates.acme.apiKeys.erp;
  const calls = partner(url, key);
  const found = await calls.get('/beneficiaries?search=Sharma');
  const { items } = (await found.json()) as { items: ReadonlyArray<{ beneficiaryId: string }> };
  const { jobId, ...counts } = await paidJob(t, calls, batch(items[0]?.beneficiaryId ?? '', 2));
  t.like(counts, { total: 2, paid: 2 });
  t.is(await ended(first), 0);

  const second = run(env);
  t.teardown(() => second.kill('SIGKILL'));
  t.like(await countsOf(partner(await addressOf(second), key), jobId), { total: 2, paid: 2 });
  t.is(await ended(second), 0);
});

test('without a password for its pages it does not start, and says which setting is missing', async (t) => {
  const service = run({ PORT: '0' });
  const exit = once(service, 'exit');
  const said: Buffer[] = [];
  service.stderr?.on('data', (chunk: Buffer) => said.push(chunk));

  t.deepEqual((await exit)[0], 1);
  t.regex(Buffer.concat(said).toString(), /STAFF_PASSWORD is not set/);
});
