import { appendFile, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { fileSendMark } from './file-send-mark.js';

const somewhere = async () => join(await mkdtemp(join(tmpdir(), 'hundi-mark-')), 'send-mark');

const mark = (token: number) => ({ token, at: 1_772_425_800_000 + token });

const overwrite = async (path: string, text: string, position: number): Promise<void> => {
  const file = await open(path, 'r+');
  await file.write(text, position);
  await file.close();
};

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
  const { raise, read } = fileSendMark(await somewhere());
  await Promise.all([5, 9, 1, 7].map((token) => raise(mark(token))));

  t.deepEqual(await read(), mark(9));
});

test('the file does not grow with the marks of one process', async (t) => {
  const path = await somewhere();
  const { raise, read } = fileSendMark(path);
  await raise(mark(1));
  const { size } = await stat(path);
  for (let token = 2; token < 50; token += 1) await raise(mark(token));

  t.deepEqual(await read(), mark(49));
  t.is((await stat(path)).size, size);
});

test('the mark of an earlier version is read and raised', async (t) => {
  const path = await somewhere();
  await writeFile(path, '0000000000000007 0001772425800007\n');
  const { raise, read } = fileSendMark(path);

  t.deepEqual(await read(), mark(7));
  await raise(mark(6));
  t.deepEqual(await read(), mark(7));
  await raise(mark(8));
  t.deepEqual(await read(), mark(8));
});

test('while a cell is written the mark before it is read', async (t) => {
  const path = await somewhere();
  const { raise, read } = fileSendMark(path);
  for (const token of [1, 2, 3]) await raise(mark(token));
  const text = await readFile(path, 'latin1');
  await overwrite(path, '9999', text.indexOf('0000000000000003'));

  t.deepEqual(await read(), mark(2));
  await raise(mark(4));
  t.deepEqual(await read(), mark(4));
});

test('a place of which a dead process wrote only a part hides no other', async (t) => {
  const whole = await somewhere();
  await fileSendMark(whole).raise(mark(5));
  const place = (await readFile(whole, 'latin1')).slice(34);
  for (let length = 1; length < place.length; length += 7) {
    const path = await somewhere();
    await fileSendMark(path).raise(mark(1));
    await appendFile(path, place.slice(0, length));
    const { raise, read } = fileSendMark(path);
    await raise(mark(6));
    t.deepEqual(await read(), mark(6), `after ${String(length)} bytes`);
    await raise(mark(7));
    t.deepEqual(await read(), mark(7), `after ${String(length)} bytes`);
  }
});

test('a mark that is raised after the file was taken away is kept in a new file', async (t) => {
  const path = await somewhere();
  const { raise, read } = fileSendMark(path);
  await raise(mark(1));
  await rm(path);
  await raise(mark(2));
  t.deepEqual(await read(), mark(2));

  await rm(path);
  await fileSendMark(path).raise(mark(3));
  await raise(mark(4));
  t.deepEqual(await read(), mark(4));
});

test('a file that is no mark is neither read nor overwritten', async (t) => {
  const path = await somewhere();
  await writeFile(path, 'something else\n');
  const { raise, read } = fileSendMark(path);

  await t.throwsAsync(read(), { message: /is no send mark/ });
  await t.throwsAsync(raise(mark(1)), { message: /is no send mark/ });
  t.is(await readFile(path, 'utf8'), 'something else\n');
});

test('raises that wait for a write that fails are all rejected, and later ones are kept', async (t) => {
  const path = await somewhere();
  await writeFile(path, 'something else\n');
  const { raise, read } = fileSendMark(path);
  const raised = await Promise.allSettled([1, 2, 3].map((token) => raise(mark(token))));
  t.deepEqual(
    raised.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );

  await rm(path);
  await raise(mark(4));
  t.deepEqual(await read(), mark(4));
});
