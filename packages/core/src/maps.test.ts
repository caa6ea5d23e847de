import test from 'ava';
import { readFile } from 'node:fs/promises';

const ROOT = new URL('../../../', import.meta.url);
const REFERENCE = /`([\w./-]+\.ts)`((?: “[^”]+”)+)/g;

/** Headings of the interface, but for those that are only prose for readers. */
const SECTIONS = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10', '2.11'],
  ...['3.1', '3.2', '3.3', '3.4', '3.5'],
  ...['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9'],
  ...['4.10', '4.11', '4.12', '4.13', '5', '6', '7', '8', '9'],
];

const numbered = (letter: string, count: number, without?: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, i) => i + 1)
    .filter((n) => n !== without)
    .map((n) => `${letter}${String(n)}`);

const readText = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

const fileOf = (path: string): string => (path.startsWith('examples/') ? path : `packages/${path}`);

const promisesIn = (text: string): ReadonlyArray<string> => text.split(/^- /m).slice(1);

const interfaceMap = await readText('packages/core/docs/interface-map.md');
const faultMap = await readText('packages/core/docs/fault-map.md');
const sections = interfaceMap
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ number: text.split(' ', 1)[0] ?? '', promises: promisesIn(text) }));

test('the map of the interface has every section, in its order', (t) => {
  t.deepEqual(
    sections.map(({ number }) => number),
    SECTIONS,
  );
  for (const { number, promises } of sections) {
    t.true(promises.length > 0, `§${number} has no promise`);
  }
});

test('the map of faults has every fault and every invariant, in their order', (t) => {
  t.deepEqual(
    promisesIn(faultMap).map((promise) => promise.split(' ', 1)[0]),
    // There is no F51.
    [...numbered('F', 66, 51), ...numbered('I', 39)],
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

  test(`every test that the map of ${name} names exists`, async (t) => {
    const references = [...map.matchAll(REFERENCE)];
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
