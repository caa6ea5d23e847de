import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';

const ROOT = new URL('../../../', import.meta.url);

const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');
const rooms = JSON.parse(await read('packages/core/rooms.json')) as ReadonlyArray<string>;

test('every folder of core that holds files is a room of rooms.json, and every room a folder', async (t) => {
  const source = new URL('packages/core/src/', ROOT);
  const entries = await readdir(source, { recursive: true });
  const files = entries.filter((path) => path.endsWith('.ts') && path.includes('/'));
  const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))));
  t.deepEqual([...folders].sort(), rooms.toSorted());
});

test('the page on how it is built lists the rooms in the order of rooms.json', async (t) => {
  const page = await read('docs/architecture.md');
  const listed = [...page.matchAll(/^\| `([a-z/-]+)` \|/gm)].map(([, room]) => room);
  t.deepEqual(listed, [...rooms]);
});
