import test from 'ava';
import { readFile } from 'node:fs/promises';
import { leavesOf, sectionsOf } from './citations.test.data.js';

const ROOT = new URL('../../../', import.meta.url);
const REFERENCE = /`([\w./-]+\.ts)`((?: “[^”]+”)+)/g;

const readText = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

const fileOf = (path: string): string => (path.startsWith('examples/') ? path : `packages/${path}`);

const numbersIn = (text: string, pattern: RegExp): ReadonlyArray<string | undefined> =>
  [...text.matchAll(pattern)].map(([, number]) => number);

const promisesIn = (text: string): ReadonlyArray<string> => text.split(/^- /m).slice(1);

const interfaceMap = await readText('docs/interface-map.md');
const faultMap = await readText('docs/fault-map.md');
const rulesOfIndia = await readText('docs/compliance-india.md');
const sections = interfaceMap
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ number: text.split(' ', 1)[0] ?? '', promises: promisesIn(text) }));

test('the map of the interface has every section that promises something, in its order', async (t) => {
  t.deepEqual(
    sections.map(({ number }) => number),
    leavesOf(sectionsOf(await readText('docs/interface.md'))),
  );
  for (const { number, promises } of sections) {
    t.true(promises.length > 0, `§${number} has no promise`);
  }
});

test('the map of faults has every fault and every invariant, in their order', async (t) => {
  t.deepEqual(
    promisesIn(faultMap).map((promise) => promise.split(' ', 1)[0]),
    [
      ...numbersIn(await readText('docs/faults.md'), /^\| (F\d+) \|/gm),
      ...numbersIn(await readText('docs/invariants.md'), /^- (I\d+) /gm),
    ],
  );
});

for (const [name, map] of [
  ['interface', interfaceMap],
  ['faults', faultMap],
] as const) {
  test(`every line of the map of ${name} names a test, or says that it is not built yet`, (t) => {
    for (const promise of promisesIn(map)) {
      const named = promise.match(REFERENCE) ?? [];
      t.true(named.length > 0 || promise.includes('Not built yet'), promise);
    }
  });
}

for (const [name, page] of [
  ['the map of the interface', interfaceMap],
  ['the map of faults', faultMap],
  ['the page on rules of India', rulesOfIndia],
] as const) {
  test(`every test that ${name} names exists`, async (t) => {
    const references = [...page.matchAll(REFERENCE)];
    t.true(references.length > 0);
    for (const [, path = '', titles = ''] of references) {
      const source = await readText(fileOf(path));
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
        const written = ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));
        t.true(written, `${path} has no test called “${title}”`);
      }
    }
  });
}
