import { access, mkdtemp, readFile, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provisioned } from '@hundi/core';
import { fakeClock } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { writeCredentials } from './credentials-file.js';
import { forgetCredentials, watchCredentials } from './forget-credentials.js';

const DAY = 86_400_000;

const secrets = (key: string): Provisioned => ({
  corporates: { acme: { apiKeys: { erp: key }, secretKeys: {}, webhookSecrets: {} } },
});

/** A directory with credentials that were written at the present moment of a clock. */
const written = async (t: ExecutionContext) => {
  const clock = fakeClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'hundi-forget-'));
  const file = join(dataDir, 'credentials.json');
  const lines: string[] = [];
  const write = async (key: string) => {
    await writeCredentials(dataDir, secrets(key));
    await utimes(file, clock.now() / 1_000, clock.now() / 1_000);
  };
  await write('pak_one');
  const logger = {
    warn: (event: string) => lines.push(event),
    error: (event: string) => t.fail(event),
  };
  return { clock, dataDir, file, lines, logger, write };
};

test('credentials go a day after the last of them was written, and not before', async (t) => {
  const { clock, dataDir, file, lines, logger, write } = await written(t);
  clock.advance(DAY - 1);
  t.true(await forgetCredentials(dataDir, clock, logger));
  await write('pak_two');
  clock.advance(DAY - 1);
  t.true(await forgetCredentials(dataDir, clock, logger));
  t.true((await readFile(file, 'utf8')).includes('pak_two'));
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.deepEqual(lines, []);

  clock.advance(1);
  t.false(await forgetCredentials(dataDir, clock, logger));
  await t.throwsAsync(access(file), { code: 'ENOENT' });
  t.deepEqual(lines, ['DATA_DIR/credentials.json was removed, a day after it was written']);
  t.false(await forgetCredentials(dataDir, clock, logger));
  t.is(lines.length, 1);
});

test('a start with credentials on the disk logs a warning, and a start without them does not', async (t) => {
  const { clock, dataDir, lines, logger } = await written(t);
  (await watchCredentials(dataDir, clock, logger))();
  t.deepEqual(lines, [
    'DATA_DIR/credentials.json holds secrets in clear: move them to a secret store and delete it',
  ]);
  clock.advance(DAY);
  (await watchCredentials(dataDir, clock, logger))();
  (await watchCredentials(dataDir, clock, logger))();
  t.is(lines.length, 2);
});

test('a file without secrets is nothing to warn of', async (t) => {
  const { clock, dataDir, lines, logger } = await written(t);
  await writeCredentials(dataDir, { corporates: {} });
  (await watchCredentials(dataDir, clock, logger))();

  t.deepEqual(lines, []);
});
