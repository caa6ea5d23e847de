import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { OWN_ACTORS } from './model/journal/entry/own-actors.js';
import { DUTY_NAMES } from './storage/work-store.js';

const SOURCE = new URL('../src/', import.meta.url);

const files = (await readdir(SOURCE, { recursive: true })).filter(
  (path) => /^(app|model)\/.*\.ts$/.test(path) && !/\.test\./.test(path),
);
const texts = await Promise.all(files.map((path) => readFile(new URL(path, SOURCE), 'utf8')));
const source = texts.join('\n');

const matches = (pattern: RegExp): ReadonlyArray<string> =>
  [...source.matchAll(pattern)].map(([, found = '']) => found);

test('whom the engine names as an actor by itself is a duty or is listed, so that no user is called so', (t) => {
  const constants = matches(/\b(?:actor|by): ([A-Z_]+)\b/g).flatMap((name) =>
    matches(new RegExp(`const ${name} = '([^']+)'`, 'g')),
  );
  const named = new Set([...matches(/\bactor: '([^']+)'/g), ...constants]);
  const duties: ReadonlySet<string> = new Set(DUTY_NAMES);

  t.deepEqual([...named].filter((name) => !duties.has(name)).sort(), [...OWN_ACTORS]);
});
