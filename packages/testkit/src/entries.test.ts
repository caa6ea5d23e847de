import test from 'ava';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const DIST = new URL('./', import.meta.url);

/** Prints the address of every module that Node loads. */
const HOOK = `
import { writeSync } from 'node:fs';
export const load = (url, context, next) => { writeSync(1, url + '\\n'); return next(url, context); };
`;

const program = (entry: string): string => `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOK)}));
await import(${JSON.stringify(entry)});
`;

/** The modules of this package that a fresh process loads for an entry. */
const loadedBy = async (entry: string): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program(entry)],
    { cwd: fileURLToPath(DIST) },
  );
  return stdout
    .split('\n')
    .filter((url) => url.startsWith(DIST.href))
    .map((url) => url.slice(DIST.href.length));
};

const roomOf = (path: string): string => path.replace(/(\/.*|\.js)$/, '');

for (const [entry, rooms] of [
  ['@hundi/testkit', ['index', 'kit']],
  ['@hundi/testkit/contract', ['contract', 'kit']],
  ['@hundi/testkit/kits', ['contract', 'kit', 'kits']],
  ['@hundi/testkit/scenarios', ['kit', 'scenarios']],
  ['@hundi/testkit/simulator', ['kit', 'simulator']],
] as const) {
  // One process at a time: each compiles what it loads.
  test.serial(
    `${entry} loads what is in ${rooms.join(' and ')}, and nothing else of the testkit`,
    async (t) => {
      const loaded = await loadedBy(entry);

      t.deepEqual([...new Set(loaded.map(roomOf))].sort(), [...rooms]);
    },
  );
}
