import test from 'ava';
import { readFile } from 'node:fs/promises';
import { ASVS_LEVELS } from './asvs.test.data.js';

const ROOT = new URL('../../../', import.meta.url);
const REFERENCE = /`([\w./-]+\.(?:tsx?|md))`((?: “[^”]+”)*)/g;

const readText = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

const fileOf = (path: string): string =>
  /^(?:examples|docs)\//.test(path) || !path.includes('/') ? path : `packages/${path}`;

const asvs = await readText('docs/asvs.md');
const lines = asvs.split('\n').filter((line) => /^- V\d/.test(line));

const idsOf = (line: string): ReadonlyArray<string> =>
  (/^- ((?:V[\d.]+(?:, )?)+) /.exec(line)?.[1] ?? '').split(', ').map((id) => id.slice(1));

/** The requirements of levels 1 and 2, in the order of the standard. */
const REQUIRED = ASVS_LEVELS.flatMap(([section, levels]) =>
  Array.from(levels, (level, i) => (level === '3' ? [] : [`${section}.${String(i + 1)}`])).flat(),
);

test('levels 1 and 2 of ASVS 5.0.0 have 253 requirements', (t) => {
  t.is(REQUIRED.length, 253);
  t.is(ASVS_LEVELS.map(([, levels]) => levels).join('').length, 345);
});

test('every requirement of ASVS levels 1 and 2 is there once, and no other', (t) => {
  t.deepEqual(lines.flatMap(idsOf).sort(), [...REQUIRED].sort());
});

test('every line of the ASVS map names what meets it, or says who or why not', (t) => {
  for (const line of lines) {
    const [, mark, why = ''] =
      /\. (Met by|Host:|Does not apply:|Not met:) (.{8,})$/.exec(line) ?? [];
    t.truthy(mark, line);
    if (mark === 'Met by') t.regex(why, /^`/, line);
  }
});

test('everything that the ASVS map names exists', async (t) => {
  const references = [...asvs.matchAll(REFERENCE)];
  t.true(references.length > 100);
  for (const [, path = '', titles = ''] of references) {
    const source = await readText(fileOf(path)).catch(() => undefined);
    t.not(source, undefined, `there is no ${path}`);
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
      const written = ["'", '"', '`'].some((quote) => source?.includes(quote + title + quote));
      t.true(written, `${path} has no test called “${title}”`);
    }
  }
});
