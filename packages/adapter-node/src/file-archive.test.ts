import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { NewArchiveFile } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import { fileArchive } from './file-archive.js';

const somewhere = async (t: ExecutionContext): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'hundi-archive-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const aFile = (overrides: Partial<NewArchiveFile> = {}): NewArchiveFile => ({
  tenant: { bankTenantId: 'bank', corporateTenantId: 'acme' } as NewArchiveFile['tenant'],
  number: 7,
  lines: ['{"a":1}', '{"b":"é"}'],
  ...overrides,
});

test('a file is kept as compressed lines that any program reads', async (t) => {
  const directory = await somewhere(t);
  const archive = fileArchive(directory);
  await archive.open('one');
  const { name, digest } = await archive.keep(aFile());

  t.is(name, `acme/00000007-${digest.slice(0, 16)}.jsonl.gz`);
  const bytes = await readFile(join(directory, name));
  t.is(gunzipSync(bytes).toString('utf8'), '{"a":1}\n{"b":"é"}\n');
  t.deepEqual(await archive.read(name), { digest, lines: aFile().lines });
  t.deepEqual(await archive.names(), [name]);
});

test('the same lines again are the same file, others are another', async (t) => {
  const archive = fileArchive(await somewhere(t));
  await archive.open('one');
  const one = await archive.keep(aFile());

  t.deepEqual(await archive.keep(aFile()), one);
  t.not((await archive.keep(aFile({ lines: ['{}'] }))).name, one.name);
  t.is((await archive.names()).length, 2);
});

test('ids that are too long for names of files, or the name of a file of the archive, have folders of their own', async (t) => {
  const archive = fileArchive(await somewhere(t));
  await archive.open('one');
  const ids = ['hundi-archive', ...['x', 'y'].map((last) => `${'/'.repeat(90)}${last}`)];
  for (const corporateTenantId of ids) {
    const tenant = { bankTenantId: 'bank', corporateTenantId } as NewArchiveFile['tenant'];
    await archive.keep(aFile({ tenant }));
  }

  const names = await archive.names();
  t.is(new Set(names.map((name) => name.split('/')[0])).size, 3);
  for (const name of names) t.deepEqual((await archive.read(name))?.lines, aFile().lines);
});

test('the id of a corporate cannot lead out of the directory', async (t) => {
  const directory = await somewhere(t);
  const archive = fileArchive(directory);
  await archive.open('one');
  const tenant = { bankTenantId: 'bank', corporateTenantId: '../..' } as NewArchiveFile['tenant'];
  const { name } = await archive.keep(aFile({ tenant }));

  t.regex(name, /^%2E%2E%2F%2E%2E\//);
  t.deepEqual(await archive.names(), [name]);
});

test('a file that is not there is undefined', async (t) => {
  t.is(await fileArchive(await somewhere(t)).read('acme/none'), undefined);
});

test('a file that is cut off or no archive is said to be so', async (t) => {
  const directory = await somewhere(t);
  const archive = fileArchive(directory);
  await archive.open('one');
  const { name } = await archive.keep(aFile());
  await truncate(join(directory, name), 20);
  await t.throwsAsync(archive.read(name), { name: 'ArchiveUnusable', message: /cut off/ });
  await writeFile(join(directory, name), 'hello');
  await t.throwsAsync(archive.read(name), { name: 'ArchiveUnusable', message: /damaged/ });
});

test('what a killed run has left half written goes at the next start', async (t) => {
  const directory = await somewhere(t);
  const archive = fileArchive(directory);
  await archive.open('one');
  const { name } = await archive.keep(aFile());
  await writeFile(join(directory, `${name}.x.draft`), 'half');
  t.deepEqual(await archive.names(), [name]);
  await archive.open('one');

  t.deepEqual(await readdir(join(directory, 'acme')), [name.slice('acme/'.length)]);
});

test('a directory belongs to one database', async (t) => {
  const directory = await somewhere(t);
  await fileArchive(directory).open('one');
  await fileArchive(directory).open('one');

  await t.throwsAsync(fileArchive(directory).open('other'), {
    name: 'ArchiveUnusable',
    message: `${directory}: it is the archive of another database`,
  });
});

test('a directory with files of others is refused', async (t) => {
  const directory = await somewhere(t);
  await writeFile(join(directory, 'notes.txt'), '');

  await t.throwsAsync(fileArchive(directory).open('one'), {
    message: /it holds files that are not of this archive/,
  });
});

test('a directory that is missing, or no directory, is refused in words', async (t) => {
  const directory = await somewhere(t);
  const file = join(directory, 'file');
  await writeFile(file, '');

  await t.throwsAsync(fileArchive(join(directory, 'none')).open('one'), {
    message: /there is no such directory/,
  });
  await t.throwsAsync(fileArchive(file).open('one'), { message: /it is not a directory/ });
});

test('a file that cannot be put in its place leaves nothing behind', async (t) => {
  const directory = await somewhere(t);
  const archive = fileArchive(directory);
  await archive.open('one');
  // A folder in place of the file that would be written: writing fails after the draft was made.
  const { name } = await archive.keep(aFile());
  await rm(join(directory, name));
  await mkdir(join(directory, name, 'in-the-way'), { recursive: true });
  await t.throwsAsync(archive.keep(aFile()), { name: 'ArchiveUnusable' });
  await rm(join(directory, name), { recursive: true });

  t.deepEqual(await readdir(join(directory, 'acme')), []);
});

const isRoot = process.getuid?.() === 0;

(isRoot ? test.skip : test)('a directory that cannot be written is refused', async (t) => {
  const directory = await somewhere(t);
  await chmod(directory, 0o500);

  await t.throwsAsync(fileArchive(directory).open('one'), { message: /cannot be written/ });
});
