// Installs the packed packages into a folder, as a machine has them that installs them from a registry:
//   node deploy/assemble.mjs FOLDER [--with testkit] [--with sqlite3]
// The image is made by it, and `npm run walk` walks with what it makes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCommonJs } from './commonjs.mjs';

const root = resolve(import.meta.dirname, '..');
const packages = readdirSync(join(root, 'packages'));

const npm = (cwd, ...args) =>
  execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' });

/** Packs every package, as compiled; answers the tarball of each by its folder's name. */
export const pack = (folder) => {
  buildCommonJs();
  return Object.fromEntries(
    packages.map((name) => {
      const packed = npm(
        join(root, 'packages', name),
        ...['pack', '--ignore-scripts', '--pack-destination', folder],
      );
      return [name, join(folder, packed.trim().split('\n').at(-1))];
    }),
  );
};

/**
 * Installs packages of ours and others into a folder. Those that are `copied` were compiled in this tree, and are not
 * compiled again.
 */
export const install = (folder, tarballs, { ours, others = [], copied = [] }) => {
  mkdirSync(folder, { recursive: true });
  const files = Object.fromEntries(
    Object.entries(tarballs).map(([name, tarball]) => [`@hundi/${name}`, `file:${tarball}`]),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      // A bill of materials names nothing without a version.
      version: '0.0.0',
      type: 'module',
      dependencies: Object.fromEntries(
        ours.map((name) => [`@hundi/${name}`, files[`@hundi/${name}`]]),
      ),
      // Those of ours that ours need come from here, too.
      overrides: files,
    }),
  );
  npm(folder, 'install', '--ignore-scripts', ...others);
  for (const name of copied)
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
    });
};

/** What the service needs, and what it may have beside. */
export const SERVICE = { ours: packages.filter((name) => name !== 'testkit') };
const BESIDE = {
  testkit: ({ ours, ...needs }) => ({ ...needs, ours: [...ours, 'testkit'] }),
  sqlite3: (needs) => ({ ...needs, others: ['sqlite3@6.0.1'], copied: ['sqlite3'] }),
};

export const withBeside = (names) =>
  names.reduce((needs, name) => {
    const add = BESIDE[name];
    if (add === undefined) throw new Error(`--with: one of ${Object.keys(BESIDE).join(', ')}`);
    return add(needs);
  }, SERVICE);

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { with: { type: 'string', multiple: true, default: [] } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('name the folder to install into');
  const tarballs = mkdtempSync(join(tmpdir(), 'hundi-packed-'));
  install(
    resolve(folder),
    pack(tarballs),
    withBeside(values.with.flatMap((one) => one.split(' ').filter(Boolean))),
  );
  rmSync(tarballs, { recursive: true });
}
