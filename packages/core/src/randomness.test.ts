import test from 'ava';
import { readdir, readFile } from 'node:fs/promises';

const ROOT = new URL('../../../', import.meta.url);

/** What is shipped: neither tests nor what measures and torments. */
const isShipped = (path: string): boolean =>
  /^(packages|examples)\/[\w-]+\/src\/.*\.tsx?$/.test(path) &&
  !/\.test\.|\/(testing|bench|fuzz|crash|simulate)\//.test(path);

const sources = (
  await Promise.all(
    ['packages', 'examples'].flatMap(async (top) => {
      const folders = await readdir(new URL(top, ROOT));
      const all = folders.map(async (folder) => {
        const base = `${top}/${folder}/src`;
        const paths = await readdir(new URL(base, ROOT), { recursive: true }).catch(() => []);
        return paths.map((path) => `${base}/${path}`).filter(isShipped);
      });
      return (await Promise.all(all)).flat();
    }),
  )
).flat();

test('nothing that is shipped makes anything up by a generator that can be foretold', async (t) => {
  t.true(sources.length > 500, String(sources.length));
  for (const path of sources)
    t.notRegex(await readFile(new URL(path, ROOT), 'utf8'), /Math\.random|pseudoRandomBytes/, path);
});
