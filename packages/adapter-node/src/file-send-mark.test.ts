import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { fileSendMark } from './file-send-mark.js';

const somewhere = async () => join(await mkdtemp(join(tmpdir(), 'hundi-mark-')), 'send-mark');

const mark = (token: number) => ({ token, at: 1_772_425_800_000 + token });

test('nothing was marked before the first mark', async (t) => {
  t.is(await fileSendMark(await somewhere()).read(), undefined);
});

test('the highest mark is kept, if several processes raise it in any order', async (t) => {
  const path = await somewhere();
  const [one, other] = [fileSendMark(path), fileSendMark(path)];
  for (const token of [7, 2 ** 45, 9]) await one.raise(mark(token));
  await other.raise(mark(8));

  t.deepEqual(await other.read(), mark(2 ** 45));
  t.is((await stat(path)).mode & 0o777, 0o600);
});

test('marks that are raised at once leave the highest', async (t) => {
  const path = await somewhere();
  const { raise, read } = fileSendMark(path);
  await Promise.all([5, 9, 1, 7].map((token) => raise(mark(token))));

  t.deepEqual(await read(), mark(9));
  t.is((await readFile(path, 'utf8')).length, 34);
});

test('a file that is no mark is neither read nor overwritten', async (t) => {
  const path = await somewhere();
  await writeFile(path, 'something else\n');
  const { raise, read } = fileSendMark(path);

  await t.throwsAsync(read(), { message: /is no send mark/ });
  await t.throwsAsync(raise(mark(1)), { message: /is no send mark/ });
  t.is(await readFile(path, 'utf8'), 'something else\n');
});
