import test from 'ava';
import { readFile } from 'node:fs/promises';

const ROOT = new URL('../../../', import.meta.url);
const REFERENCE = /`([\w./-]+\.ts)`((?: “[^”]+”)+)/g;

/** Headings of the contract. Sections that are only prose for readers are left out. */
const SECTIONS = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10', '2.11'],
  ...['3.1', '3.2', '3.3', '3.4', '3.5'],
  ...['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9'],
  ...['4.10', '4.11', '4.12', '4.13', '5', '6', '7', '8', '9'],
];

const readText = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

const fileOf = (path: string): string => (path.startsWith('examples/') ? path : `packages/${path}`);

const map = await readText('packages/core/docs/interface-map.md');
const sections = map
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ number: text.split(' ', 1)[0] ?? '', promises: text.split(/^- /m).slice(1) }));

test('the map has every section of the interface, in its order', (t) => {
  t.deepEqual(
    sections.map(({ number }) => number),
    SECTIONS,
  );
});

test('every promise names a test, or says that it is not built yet', (t) => {
  for (const { number, promises } of sections) {
    t.true(promises.length > 0, `§${number} has no promise`);
    for (const promise of promises) {
      const named = promise.match(REFERENCE) ?? [];
      t.true(named.length > 0 || promise.startsWith('Not built yet'), `§${number}: ${promise}`);
    }
  }
});

test('every test that the map names exists', async (t) => {
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
