// Makes the CommonJS build of packages: node deploy/commonjs.mjs [PACKAGE...]
// Without names it makes that of each package whose `exports` lead to one.
//
// dist/cjs/all.cjs holds the whole package, so that its entries share their modules, and each entry is a line beside it.
// A module runs once an entry needs it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Dependencies that are ES modules only: they go into the file. All others are required, our own too, so that a suite
 * and the kit that it uses have the same core.
 */
const ES_MODULES_ONLY = ['inversify'];

/** One class has one type for those who import and those who require; older modes of TypeScript doubt the second. */
const SHARED_TYPES =
  '// @ts-ignore TS1479: the types of the ES module; the code beside is CommonJS.';

const root = resolve(import.meta.dirname, '..');
const packages = join(root, 'packages');

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The entries that a package has in CommonJS, too. */
const entriesOf = ({ exports = {} }) =>
  Object.values(exports)
    .filter(({ require }) => require !== undefined)
    .map(({ import: esm, require: cjs }) => ({
      name: basename(cjs.default, '.cjs'),
      module: esm.default,
      types: esm.types,
    }));

/** The packages of others whose code stands in a bundle, by their folders. */
const bundled = ({ inputs }) => [
  ...new Set(
    Object.keys(inputs).flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []),
  ),
];

/** What the licences of others ask of a file that holds their code: their words. */
const writeLicences = (to, folders) => {
  const words = folders.map((folder) => {
    const { name, version } = readPackage(join(root, folder));
    return `${name} ${version}\n\n${readFileSync(join(root, folder, 'LICENSE'), 'utf8')}`;
  });
  if (words.length > 0) writeFileSync(to, words.join('\n'));
};

const build = (folder) => {
  const { dependencies, ...own } = readPackage(folder);
  const entries = entriesOf(own);
  const made = join(folder, 'dist/cjs');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: root,
    stdin: {
      contents: entries
        .map(
          ({ name, module }) =>
            `Object.defineProperty(exports, '${name}', { get: () => require('${module}') });`,
        )
        .join('\n'),
      resolveDir: folder,
    },
    outfile: join(made, 'all.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: Object.keys(dependencies)
      .filter((name) => !ES_MODULES_ONLY.includes(name))
      .flatMap((name) => [name, `${name}/*`]),
    metafile: true,
    logLevel: 'warning',
  });
  writeLicences(join(made, 'LICENSES-OF-OTHERS.txt'), bundled(metafile));
  for (const { name, types } of entries) {
    writeFileSync(join(made, `${name}.cjs`), `module.exports = require('./all.cjs').${name};\n`);
    const shared = relative(made, join(folder, types)).replace(/\.d\.ts$/, '.js');
    writeFileSync(join(made, `${name}.d.cts`), `${SHARED_TYPES}\nexport * from '${shared}';\n`);
  }
};

/** Makes the CommonJS build of these packages, or of each that has one. */
export const buildCommonJs = (names = readdirSync(packages)) => {
  for (const name of names) {
    const folder = join(packages, name);
    if (entriesOf(readPackage(folder)).length > 0) build(folder);
  }
};

if (process.argv[1] === import.meta.filename)
  buildCommonJs(process.argv.length > 2 ? process.argv.slice(2) : undefined);
