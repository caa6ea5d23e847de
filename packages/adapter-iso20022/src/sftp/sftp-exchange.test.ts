import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { nodeDisk } from '../files/disk.js';
import { dyingDisk } from '../files/folders.test.support.js';
import { pinnedHostKey, sftpExchangeOn, type SftpClient } from './sftp-exchange.js';

/** A server over folders of this machine. As the protocol says, no file takes the name of another. */
const clientOver = (step: () => void): SftpClient => ({
  list: async (folder) => {
    step();
    const names = await readdir(folder);
    return Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(folder, name));
        return { type: '-', name, size, modifyTime: mtimeMs };
      }),
    );
  },
  stat: async (path) => {
    step();
    const found = await stat(path);
    return {
      isDirectory: found.isDirectory(),
      size: found.size,
      modifyTime: found.mtimeMs,
    };
  },
  put: async (from, path) => {
    step();
    const bytes = await readFile(from);
    await writeFile(path, bytes.subarray(0, 3));
    step();
    await writeFile(path, bytes);
  },
  get: async (path, to) => {
    step();
    const bytes = await readFile(path);
    to.write(bytes.subarray(0, 3));
    step();
    to.end(bytes.subarray(3));
  },
  rename: async (from, to) => {
    step();
    if ((await nodeDisk.stat(to)) !== undefined) throw new Error('the file is there');
    await rename(from, to);
  },
  delete: async (path) => {
    step();
    await rm(path);
  },
});

const alive = clientOver(() => undefined);

/** The connection breaks before the nth step, or in the middle of it where it carries a file. */
const breaking = (steps: number): SftpClient => {
  let left = steps;
  return clientOver(() => {
    if (left <= 0) throw new Error('the connection broke');
    left -= 1;
  });
};

const placesOf = async (t: ExecutionContext) => {
  const root = await mkdtemp(join(tmpdir(), 'hundi-sftp-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  const path = (name: string): string => join(root, name);
  for (const name of ['out', 'delivered', 'in', 'done', 'to', 'from', 'taken'])
    await mkdir(path(name));
  const folders = {
    out: path('out'),
    delivered: path('delivered'),
    in: path('in'),
    remoteOut: path('to'),
    remoteIn: path('from'),
  };
  let taken = 0;
  return {
    folders,
    path,
    names: async (name: string) => (await readdir(path(name))).sort(),
    /** The bank takes what has its own name. */
    bankTakes: async () => {
      for (const name of (await readdir(path('to'))).filter((one) => !one.startsWith('.')))
        await rename(
          join(path('to'), name),
          join(path('taken'), `${String((taken += 1))} ${name}`),
        );
    },
    takenTexts: async () =>
      Promise.all(
        (await readdir(path('taken'))).map((name) => readFile(join(path('taken'), name), 'utf8')),
      ),
  };
};

const STEPS = 16;

test('a file is at the bank whole and once, wherever the process dies or the connection breaks', async (t) => {
  for (let steps = 0; steps < STEPS; steps += 1)
    for (const dies of ['process', 'connection'] as const)
      for (const bankIsQuick of [true, false]) {
        const { folders, bankTakes, takenTexts, names, path } = await placesOf(t);
        await writeFile(join(path('out'), 'M1.xml'), 'an order');
        await writeFile(join(path('out'), '.M2.xml.part'), 'half an or');
        const [disk, client] =
          dies === 'process' ? [dyingDisk(steps), alive] : [nodeDisk, breaking(steps)];

        await sftpExchangeOn(disk, folders)
          .exchange(client)
          .catch(() => undefined);
        if (bankIsQuick) await bankTakes();
        await sftpExchangeOn(nodeDisk, folders).exchange(alive);
        await bankTakes();

        const where = `${dies} after ${String(steps)} steps`;
        t.deepEqual(await takenTexts(), ['an order'], where);
        t.deepEqual(await names('out'), ['.M2.xml.part'], where);
      }
});

test('two processes over one folder hand each file over once', async (t) => {
  const { folders, bankTakes, takenTexts, path } = await placesOf(t);
  for (const name of ['M1.xml', 'M2.xml', 'M3.xml'])
    await writeFile(join(path('out'), name), `order ${name}`);

  await Promise.allSettled([1, 2, 3].map(() => sftpExchangeOn(nodeDisk, folders).exchange(alive)));
  await sftpExchangeOn(nodeDisk, folders).exchange(alive);
  await bankTakes();

  t.deepEqual((await takenTexts()).sort(), ['order M1.xml', 'order M2.xml', 'order M3.xml']);
});

test('a file of the bank is in the folder whole, wherever the process dies, and then gone at the bank', async (t) => {
  for (let steps = 0; steps < STEPS; steps += 1)
    for (const dies of ['process', 'connection'] as const) {
      const { folders, names, path } = await placesOf(t);
      await writeFile(join(path('from'), 'a.xml'), 'an answer');
      const first = sftpExchangeOn(nodeDisk, folders);
      await first.exchange(alive);
      t.deepEqual(await names('in'), [], 'it may still be written');
      const dying = sftpExchangeOn(dies === 'process' ? dyingDisk(steps) : nodeDisk, folders);
      const client = dies === 'process' ? alive : breaking(steps);
      for (const _ of [1, 2]) await dying.exchange(client).catch(() => undefined);
      const whole = (await names('in')).filter((name) => !name.startsWith('.'));
      for (const name of whole)
        t.is(await readFile(join(path('in'), name), 'utf8'), 'an answer', String(steps));

      await first.exchange(alive);

      t.is(await readFile(join(path('in'), 'a.xml'), 'utf8'), 'an answer');
      t.deepEqual(await names('from'), [], `${dies} after ${String(steps)} steps`);
    }
});

test('a file that grows, or has the name of one that still waits, stays at the bank until its turn comes', async (t) => {
  const { folders, names, path } = await placesOf(t);
  const { exchange } = sftpExchangeOn(nodeDisk, folders);
  const put = (text: string) => writeFile(join(path('from'), 'a.xml'), text);
  await put('one');
  await exchange(alive);
  await put('one and more');
  t.is((await exchange(alive)).fetched, 0);
  t.is((await exchange(alive)).fetched, 1);

  await put('another');
  await exchange(alive);
  t.is((await exchange(alive)).fetched, 0);
  t.is(await readFile(join(path('in'), 'a.xml'), 'utf8'), 'one and more');
  await rename(join(path('in'), 'a.xml'), join(path('done'), 'a.xml'));
  t.is((await exchange(alive)).fetched, 1);
  t.is(await readFile(join(path('in'), 'a.xml'), 'utf8'), 'another');
  t.deepEqual(await names('from'), []);
});

test('a file of the bank with the longest name that there is comes as any other', async (t) => {
  const { folders, names, path } = await placesOf(t);
  const { exchange } = sftpExchangeOn(nodeDisk, folders);
  const name = `${'a'.repeat(251)}.xml`;
  await writeFile(join(path('from'), name), 'an answer');
  await exchange(alive);

  t.is((await exchange(alive)).fetched, 1);
  t.deepEqual([await names('in'), await names('from')], [[name], []]);
});

test('a file that the bank puts in the place of one that is being fetched stays, and is fetched next', async (t) => {
  const { folders, names, path } = await placesOf(t);
  const { exchange } = sftpExchangeOn(nodeDisk, folders);
  await writeFile(join(path('from'), 'a.xml'), 'one');
  const replacing: SftpClient = {
    ...alive,
    get: async (from, to) => {
      await alive.get(from, to);
      await writeFile(from, 'another');
    },
  };
  await exchange(alive);
  t.is((await exchange(replacing)).fetched, 1);
  t.is(await readFile(join(path('in'), 'a.xml'), 'utf8'), 'one');
  await rename(join(path('in'), 'a.xml'), join(path('done'), 'a.xml'));

  await exchange(alive);
  t.is((await exchange(alive)).fetched, 1);
  t.is(await readFile(join(path('in'), 'a.xml'), 'utf8'), 'another');
  t.deepEqual(await names('from'), []);
});

test('a name that leads out of the folder, a folder, and what the bank still writes are let be', async (t) => {
  const { folders } = await placesOf(t);
  const { exchange } = sftpExchangeOn(nodeDisk, folders);
  const file = { type: '-', size: 1, modifyTime: 1 };
  const client: SftpClient = {
    ...alive,
    list: async () => [
      { ...file, name: '../out/M1.xml' },
      { ...file, name: '/etc/passwd' },
      { ...file, name: '..' },
      { ...file, name: 'a.xml.part' },
      { ...file, name: 'old', type: 'd' },
    ],
    stat: async () => ({ isDirectory: true, size: 1, modifyTime: 1 }),
    get: async () => t.fail(),
  };
  await exchange(client);

  t.deepEqual(await exchange(client), { delivered: 0, fetched: 0 });
});

test('a host key is compared with the fingerprint that ssh-keygen shows', (t) => {
  const key = Buffer.from(
    'AAAAC3NzaC1lZDI1NTE5AAAAIO06ZO7ctFyGbna1UovjFAuaXEuOxwpZO3x8BPoUrCk5',
    'base64',
  );
  const verify = pinnedHostKey('SHA256:18/Y79dSTWx3y6f72fXFHTL24KPd52Y6ROJTAzMJ9Hs');

  t.true(verify(key));
  t.false(verify(Buffer.concat([key, Buffer.of(0)])));
  t.false(pinnedHostKey('')(key));
});
