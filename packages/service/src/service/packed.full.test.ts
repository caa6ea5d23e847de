import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';

const PACKAGES = fileURLToPath(new URL('../../../../packages/', import.meta.url));

/** What tests alone are made of: themselves, their data, their support, and who drives a browser. */
const OF_TESTS = /\.test\.|(^|\/)(testing|screenshots|src)\/|\.tsbuildinfo$/;

/** What a bundled module imports, in any quotes. */
const IMPORTED =
  /^(?:(?:import|export)\b[^'"`;]*?from )['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]|\b(?:import|require)\(['"]([^'"]+)['"]\)/gm;

interface Packed {
  readonly directory: string;
  /** The paths of the files that would be published. */
  readonly files: ReadonlyArray<string>;
  /** The packages that whoever installs it has. */
  readonly declared: ReadonlyArray<string>;
  readonly entries: ReadonlyArray<string>;
}

type Names = Readonly<Record<string, string>>;
/** What `exports` says of an entry: a file for each condition, or conditions again. */
type Conditions = { readonly [condition: string]: string | Conditions };

const filesOf = (conditions: Conditions): ReadonlyArray<string> =>
  Object.values(conditions).flatMap((one) => (typeof one === 'string' ? one : filesOf(one)));

/** What `npm publish` would publish. It asks no registry. */
const packed = async (name: string): Promise<Packed> => {
  const directory = join(PACKAGES, name);
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    { cwd: directory, maxBuffer: 2 ** 24 },
  );
  const [pack] = JSON.parse(stdout) as [{ files: ReadonlyArray<{ path: string }> }];
  const own = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly bin?: Names;
    readonly exports?: Conditions;
    readonly dependencies?: Names;
    readonly peerDependencies?: Names;
  };
  return {
    directory,
    files: pack.files.map(({ path }) => path),
    declared: [own.name, ...Object.keys({ ...own.dependencies, ...own.peerDependencies })],
    entries: filesOf({ ...own.exports, ...own.bin }).map((path) => normalize(path)),
  };
};

const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** The imports of the published modules that would not be found where the package is installed. */
const missing = async ({ directory, files, declared }: Packed): Promise<ReadonlyArray<string>> => {
  const there = new Set(files);
  const found = (file: string, specifier: string): boolean =>
    specifier.startsWith('node:') ||
    (specifier.startsWith('.')
      ? there.has(join(dirname(file), specifier))
      : declared.includes(packageOf(specifier)));
  const modules = files.filter((file) => /\.c?js$/.test(file));
  const lists = await Promise.all(
    modules.map(async (file) => {
      const code = await readFile(join(directory, file), 'utf8');
      return [...code.matchAll(IMPORTED)]
        .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
        .filter((specifier) => !found(file, specifier))
        .map((specifier) => `${file}: ${specifier}`);
    }),
  );
  return lists.flat();
};

const names = await readdir(PACKAGES);

for (const name of names) {
  test(`the published files of ${name} hold its entries, no tests and no test support`, async (t) => {
    const pack = await packed(name);

    t.deepEqual(
      pack.entries.filter((entry) => !pack.files.includes(entry)),
      [],
    );
    t.deepEqual(
      pack.files.filter((file) => OF_TESTS.test(file)),
      [],
    );
    t.deepEqual(await missing(pack), []);
  });
}
