import { appendFile, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CorporateTenantId } from '@hundi/core';
import test from 'ava';
import { filePolicyMark } from './file-policy-mark.js';

const newPath = async () => join(await mkdtemp(join(tmpdir(), 'policy-mark-')), 'mark');
const acme = 'acme' as CorporateTenantId;
const globex = 'globex "&\n' as CorporateTenantId;

test('the latest version of each corporate is kept, whoever raises it and in whatever order', async (t) => {
  const path = await newPath();
  const [one, other] = [filePolicyMark(path), filePolicyMark(path)];
  t.deepEqual(await one.read(), new Map());
  await Promise.all([one.raise(acme, 2), other.raise(globex, 1), other.raise(acme, 3)]);
  await one.raise(acme, 1);
  t.deepEqual(Object.fromEntries(await other.read()), { [acme]: 3, [globex]: 1 });
  t.is((await stat(path)).mode & 0o777, 0o600);
});

test('what is raised already is not written again', async (t) => {
  const path = await newPath();
  const mark = filePolicyMark(path);
  await mark.raise(acme, 1);
  const before = await readFile(path, 'utf8');
  await mark.raise(acme, 1);
  t.is(await readFile(path, 'utf8'), before);
});

test('a line that a process did not finish takes no other away', async (t) => {
  const path = await newPath();
  const mark = filePolicyMark(path);
  await mark.raise(acme, 1);
  await appendFile(path, (await readFile(path, 'utf8')).trim().slice(0, 15));
  await mark.raise(acme, 2);
  t.deepEqual(new Map(await mark.read()), new Map([[acme, 2]]));
});

test('a file that is no policy mark is refused', async (t) => {
  const path = await newPath();
  await writeFile(path, 'something else');
  await t.throwsAsync(filePolicyMark(path).read(), { message: `${path} is no policy mark` });
});
