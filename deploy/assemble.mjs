// Installs the packed packages into a folder, as a machine has them that installs them from a registry:
//   node deploy/assemble.mjs FOLDER [--with "testkit sqlite3"]
// The image is made by it, and `npm run walk` walks with what it makes.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const packages = readdirSync(join(root, 'packages'));

// What `npm ci` has fetched before is not fetched again.
const QUIETLY = ['--silent', '--no-audit', '--no-fund', '--prefer-offline'];

/** Packs every package, as built; answers the tarball of each by its folder's name. */
export const pack = (folder) => {
  const chosen = packages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...QUIETLY, ...chosen],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  return Object.fromEntries(
    JSON.parse(packed).map(({ name, filename }) => [
      name.slice('@hundi/'.length),
      join(folder, filename),
    ]),
  );
};

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** What the lock file names, of every name and version. */
const locked = () => readJson(join(root, 'package-lock.json')).packages;

const named = ([path, { name = path.split('node_modules/').at(-1), version }]) =>
  `${name}@${version}`;

/** The lock file of a folder into which our packages are installed: all others have the versions of this tree. */
const lockFor = (manifest) => ({
  name: manifest.name,
  version: manifest.version,
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': manifest,
    ...Object.fromEntries(
      Object.entries(locked()).flatMap(([path, entry]) => {
        const isOurs = entry.link || path === '' || /^(packages|examples)\/[^/]+$/.test(path);
        const at = path.replace(/^packages\//, 'node_modules/@hundi/');
        return isOurs || !at.startsWith('node_modules/') ? [] : [[at, entry]];
      }),
    ),
  },
});

/** @throws when something was installed in another version than those with which this tree is tested. */
const requireLocked = (folder) => {
  const known = new Set(Object.entries(locked()).map(named));
  const strange = Object.entries(readJson(join(folder, 'package-lock.json')).packages)
    .filter(([path]) => path.includes('node_modules/') && !/\/@hundi\/[^/]+$/.test(path))
    .map(named)
    .filter((one) => !known.has(one));
  if (strange.length > 0) throw new Error(`not in package-lock.json: ${strange.join(', ')}`);
};

/**
 * Installs packages of ours and others into a folder. Those that are `copied` were compiled in this tree, and are not
 * compiled again. Where it `isLocked`, everything has the version that the lock file names.
 */
export const install = async (
  folder,
  tarballs,
  { ours, others = [], copied = [], isLocked = false },
) => {
  mkdirSync(folder, { recursive: true });
  const files = Object.fromEntries(
    Object.entries(tarballs).map(([name, tarball]) => [`@hundi/${name}`, `file:${tarball}`]),
  );
  const manifest = {
    name: 'assembled',
    private: true,
    // A bill of materials names nothing without a version.
    version: '0.0.0',
    type: 'module',
    dependencies: Object.fromEntries(
      ours.map((name) => [`@hundi/${name}`, files[`@hundi/${name}`]]),
    ),
    // Those of ours that ours need come from here, too.
    overrides: files,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  if (isLocked) writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockFor(manifest)));
  await promisify(execFile)('npm', ['install', '--ignore-scripts', ...others, ...QUIETLY], {
    cwd: folder,
  });
  if (isLocked) requireLocked(folder);
  for (const name of copied)
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
    });
};

/** What the service needs, and what it may have beside. */
const SERVICE = { ours: packages.filter((name) => name !== 'testkit'), isLocked: true };
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
  await install(
    resolve(folder),
    pack(tarballs),
    withBeside(values.with.flatMap((one) => one.split(' ').filter(Boolean))),
  );
  rmSync(tarballs, { recursive: true });
}
