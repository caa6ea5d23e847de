import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';

const ROOT = new URL('../../../', import.meta.url);

const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');
const roomsOf = async (name: string) =>
  JSON.parse(await read(`packages/${name}/rooms.json`)) as ReadonlyArray<string>;

// The scenarios and the simulator of the testkit are in no order yet.
for (const name of ['core', 'adapter-knex', 'adapter-koa', 'adapter-memory', 'testkit'])
  test(`${name}: every folder that holds files is a room of rooms.json, and every room a folder`, async (t) => {
    const rooms = await roomsOf(name);
    const listed = new Set(rooms.map((room) => room.split('/')[0]));
    const source = new URL(`packages/${name}/src/`, ROOT);
    const entries = await readdir(source, { recursive: true });
    const files = entries.filter((path) => path.endsWith('.ts') && path.includes('/'));
    const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))));
    const found = [...folders].filter(
      (folder) => name !== 'testkit' || listed.has(folder.split('/')[0]),
    );
    t.deepEqual(found.sort(), rooms.toSorted());
  });

test('the page on how it is built lists the rooms in the order of rooms.json', async (t) => {
  const page = await read('docs/architecture.md');
  const listed = [...page.matchAll(/^\| `([a-z/-]+)` \|/gm)].map(([, room]) => room);
  t.deepEqual(listed, [...(await roomsOf('core'))]);
});
