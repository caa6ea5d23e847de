import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { FILE_STATES, listBankFiles } from './bank-files.js';

const messageId = (digit: string): string => `M${digit.repeat(32)}`;

test('each file between the service and the bank is in the state that its folders say', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'hundi-bank-files-'));
  const folder = (name: string): string => join(home, name);
  const folders = {
    out: folder('out'),
    sent: folder('sent'),
    in: folder('in'),
    done: folder('done'),
    refused: folder('refused'),
  };
  for (const one of Object.values(folders)) await mkdir(one);
  const orders = JSON.stringify({ count: 2, sum: 100_003 });
  const [sending, waiting, fetched] = ['1', '2', '3'].map(messageId);
  for (const one of [sending, waiting, fetched])
    await writeFile(join(folders.sent, `${String(one)}.json`), orders);
  await writeFile(join(folders.sent, `${String(sending)}.0001.part`), '');
  await writeFile(join(folders.out, `${String(waiting)}.xml`), '');
  await writeFile(join(folders.out, '.aside'), '');
  const arrived = Buffer.from('Auszüge.xml', 'latin1');
  await writeFile(Buffer.concat([Buffer.from(`${folders.in}/`), arrived]), '');
  await writeFile(join(folders.done, 'taken.xml'), '');
  await writeFile(join(folders.refused, 'broken.xml'), '');
  const reason = JSON.stringify({ refusal: { detail: 'the file holds no message', line: 3 } });
  await writeFile(join(folders.refused, 'broken.xml.reason.json'), reason);

  const all = await listBankFiles(folders, new Set(FILE_STATES), 10);
  const shown = all.map(({ at: _, ...file }) => file);
  const of = { orders: 2, sum: 100_003 };
  t.is(shown.length, FILE_STATES.length);
  for (const file of [
    { name: `${String(sending)}.xml`, state: 'sending', ...of },
    { name: `${String(waiting)}.xml`, state: 'waiting', ...of },
    { name: `${String(fetched)}.xml`, state: 'fetched', ...of },
    { name: 'Auszüge.xml', state: 'arrived' },
    { name: 'taken.xml', state: 'taken' },
    { name: 'broken.xml', state: 'refused', reason: 'line 3: the file holds no message' },
  ])
    t.deepEqual(
      shown.find(({ name }) => name === file.name),
      file as never,
    );
});
