import test from 'ava';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putWhole } from './put-files.js';

test('a file that cannot be put leaves nothing beside its place', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-put-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'taken.xml'));

  await t.throwsAsync(putWhole(folder, 'taken.xml', '<a/>'));
  t.deepEqual(await readdir(folder), ['taken.xml']);
});
