import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';

const ROOT = new URL('../../../', import.meta.url);

const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');
const roomsOf = async (name: string) =>
  JSON.parse(await read(`packages/${name}/rooms.json`)) as ReadonlyArray<string>;

// The folder of what supports the tests of the service and of the testkit is in no order.
for (const name of ['core', 'adapter-knex', 'adapter-koa', 'adapter-memory', 'service', 'testkit'])
  test(`${name}: every folder that holds files is a room of rooms.json, and every room a folder`, async (t) => {
    const rooms = await roomsOf(name);
    const entries = await readdir(new URL(`packages/${name}/src/`, ROOT), { recursive: true });
    const files = entries.filter((path) => path.endsWith('.ts') && path.includes('/'));
    const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf('/'))));
    if (name === 'service' || name === 'testkit') folders.delete('testing');
    t.deepEqual([...folders].sort(), rooms.toSorted());
  });

test('the rooms of a feature stand together, so that features form no circle either', async (t) => {
  const features = (await roomsOf('core')).map((room) => room.split('/').slice(0, 2).join('/'));
  const runs = features.filter((feature, i) => feature !== features[i - 1]);
  t.deepEqual(runs, [...new Set(runs)]);
});

test('the page on how it is built lists the rooms in the order of rooms.json', async (t) => {
  const page = await read('docs/architecture.md');
  const listed = [...page.matchAll(/^\| `([a-z/-]+)` \|/gm)].map(([, room]) => room);
  t.deepEqual(listed, [...(await roomsOf('core'))]);
});
