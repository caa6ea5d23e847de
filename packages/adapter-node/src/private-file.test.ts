import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { keepPrivate, readIfThere, writePrivate } from './private-file.js';

const place = () => mkdtemp(join(tmpdir(), 'hundi-private-'));

test('only the owner may read it, and no draft stays beside it', async (t) => {
  const directory = await place();
  await writePrivate(join(directory, 'secret'), 'one');
  await writePrivate(join(directory, 'secret'), 'two');

  t.is((await stat(join(directory, 'secret'))).mode & 0o777, 0o600);
  t.is(await readFile(join(directory, 'secret'), 'utf8'), 'two');
  t.deepEqual(await readdir(directory), ['secret']);
});

test('a file that is not there reads as nothing; a directory is an error', async (t) => {
  const directory = await place();

  t.is(await readIfThere(join(directory, 'secret')), undefined);
  await t.throwsAsync(readIfThere(directory));
});

test('when many writers create one file at once, all read the text of one of them', async (t) => {
  const path = join(await place(), 'secret');
  const texts = await Promise.all(
    Array.from({ length: 8 }, (_, i) => keepPrivate(path, () => `secret ${String(i)}`)),
  );

  t.is(new Set(texts).size, 1);
  t.deepEqual([await keepPrivate(path, () => 'another')], texts.slice(0, 1));
  t.is((await stat(path)).mode & 0o777, 0o600);
});
