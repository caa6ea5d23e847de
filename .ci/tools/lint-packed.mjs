// Whether the packed packages can be imported and required as their `exports` say, with types that say the same.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = resolve(import.meta.dirname, '../..');
const attw = join(
  dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
  'dist/index.js',
);

/**
 * Which ways of resolving types count. `node10` never does: it knows no `exports`, so it finds no entry but the first
 * of any package. Those that are ES modules only need not be found from CommonJS: there Node requires them, but
 * TypeScript knows it only of itself (`nodenext`), and this check is older.
 */
const profileOf = ({ exports }) =>
  Object.values(exports).some(({ require }) => require !== undefined) ? 'node16' : 'esm-only';

const wrongTypes = async (tarball, profile) => {
  const asked = [attw, tarball, '--profile', profile, '--format', 'ascii', '--no-emoji'];
  return promisify(execFile)(process.execPath, asked).then(
    () => [],
    ({ stdout, stderr }) => [`${stdout}${stderr}`],
  );
};

const wrongEntries = async (tarball, own) => {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, own, { color: false }));
};

/** What is wrong with a packed package, in words; nothing where all is well. */
export const faultsOf = async (name, tarball) => {
  const own = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
  const entries = await wrongEntries(tarball, own);
  // A command has no entries whose types could be wrong.
  if (own.exports === undefined) return entries;
  return [...entries, ...(await wrongTypes(tarball, profileOf(own)))];
};
