// Bundles packages from their sources: node deploy/bundle.mjs [--aloud] [PACKAGE...]
// With names it bundles those packages and what they need of ours, else every package.
//
// dist/esm holds a file for each entry, and what entries share. dist/cjs/all.cjs, of packages whose `exports` lead to it,
// holds the whole package, so that its entries share their modules; each entry is a line beside it, and a module runs
// once an entry needs it. TypeScript checks the same sources and writes their types to dist.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Dependencies whose code goes into each bundle, because Node loads their many files, or their CommonJS, more slowly. The
 * values of io-ts and fp-ts are plain, so several copies in one process understand each other; those of the others stay
 * within the package.
 */
const INLINED = ['fp-ts', 'io-ts', 'ipaddr.js', 'preact', 'preact-render-to-string'];

/** Entries that need nearly all of their package: one file of them loads faster than the twenty that they would share. */
const JOINED = { '@hundi/core': ['index', 'wire', 'operator', 'storage', 'rail', 'acquirer'] };

/** Entries of functions that a process uses with nothing else of the package: they share no file with the others. */
const ALONE = { '@hundi/core': ['receiver'] };

/** CommonJS cannot require inversify everywhere: it is an ES module only. */
const INLINED_IN_COMMONJS = [...INLINED, 'inversify'];

/** One class has one type for those who import and those who require; older modes of TypeScript doubt the second. */
const SHARED_TYPES =
  '// @ts-ignore TS1479: the types of the ES module; the code beside is CommonJS.';

const root = resolve(import.meta.dirname, '..');
const packages = join(root, 'packages');

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const needsOf = ({ dependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...peerDependencies });

/** The packages that stay outside, so that a process has one copy of each: the host's, where it has one. */
const outside = (manifest, inlined) =>
  needsOf(manifest)
    .filter((name) => !inlined.includes(name))
    .flatMap((name) => [name, `${name}/*`]);

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // V8 reads the head of an arrow function twice, and nearly all of ours are arrows: a process that imports core computes a
  // third less while it compiles functions.
  supported: { arrow: false },
  // The parts of fp-ts and io-ts that nothing uses stay away.
  mainFields: ['module', 'main'],
  alias: { 'fp-ts/lib': 'fp-ts/es6' },
  metafile: true,
  write: false,
  logLevel: 'warning',
};

const sourceOf = (types) => types.replace(/^\.\/dist\/(.*)\.d\.ts$/, './src/$1.ts');

/** The sources of the entries of a package: of those that it exports, and of the programs that it runs. */
const entriesOf = ({ exports = {}, bin = {} }) => [
  ...Object.values(exports).map(({ types, import: { types: ofImport } = {} }) =>
    sourceOf(types ?? ofImport),
  ),
  // The service starts as a command and as a program of its own.
  ...Object.keys(bin).flatMap((name) => [`./src/${name}.ts`, './src/main.ts']),
];

/** What the licences of others ask of a file that holds their code: their words, beside it. */
const licencesOf = (builds, made) => {
  const folders = new Set(
    builds
      .flatMap(({ metafile }) => Object.keys(metafile.inputs))
      .flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []),
  );
  const words = [...folders].map((folder) => {
    const { name, version } = readPackage(join(root, folder));
    return `${name} ${version}\n\n${readFileSync(join(root, folder, 'LICENSE'), 'utf8')}`;
  });
  return words.length === 0 ? [] : [[join(made, 'LICENSES-OF-OTHERS.txt'), words.join('\n')]];
};

/** A module that exports all that these entries export. */
const joining = (folder, entries) => ({
  name: 'joined',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^joined$/ }, ({ path }) => ({ path, namespace: 'joined' }));
    onLoad({ filter: /^/, namespace: 'joined' }, () => ({
      resolveDir: folder,
      contents: entries.map((entry) => `export * from ${JSON.stringify(entry.in)};`).join('\n'),
    }));
  },
});

/** The files of the ES modules, by their paths. */
const esModules = async (folder, manifest) => {
  const made = join(folder, 'dist/esm');
  const bundled = (entryPoints, plugins = []) =>
    build({
      ...COMMON,
      entryPoints,
      plugins,
      outdir: made,
      format: 'esm',
      splitting: true,
      external: outside(manifest, INLINED),
      // Node compiles it faster; names stay, and a stack still says which line.
      minifyWhitespace: true,
      lineLimit: 160,
      sourcemap: true,
      sourcesContent: false,
      chunkNames: 'shared-[hash]',
    });
  const entries = entriesOf(manifest).map((source) => ({
    in: join(folder, source),
    out: basename(source, '.ts'),
  }));
  const listed = (lists) => entries.filter(({ out }) => lists[manifest.name]?.includes(out));
  const [joined, alone] = [listed(JOINED), listed(ALONE)];
  const others = entries.filter((entry) => !joined.includes(entry) && !alone.includes(entry));
  const builds = await Promise.all([
    joined.length === 0
      ? bundled(others)
      : bundled([...others, { in: 'joined', out: 'joined' }], [joining(folder, joined)]),
    ...alone.map((entry) => bundled([entry])),
  ]);
  const { outputs } = joined.length === 0 ? {} : (await bundled(joined)).metafile;
  return [
    ...builds.flatMap(({ outputFiles }) => outputFiles.map(({ path, text }) => [path, text])),
    ...licencesOf(builds, made),
    ...joined.map(({ out }) => {
      const path = join(made, `${out}.js`);
      const names = outputs[relative(root, path)].exports;
      return [path, `export { ${names.join(', ')} } from './joined.js';\n`];
    }),
  ];
};

/** The files of the CommonJS build, by their paths; none where a package has no such build. */
const commonJs = async (folder, manifest) => {
  const entries = Object.values(manifest.exports ?? {}).flatMap(({ import: esm, require: cjs }) =>
    cjs === undefined ? [] : [{ name: basename(cjs.default, '.cjs'), types: esm.types }],
  );
  if (entries.length === 0) return [];
  const made = join(folder, 'dist/cjs');
  const built = await build({
    ...COMMON,
    stdin: {
      contents: entries
        .map(
          ({ name, types }) =>
            `Object.defineProperty(exports, '${name}', { get: () => require('${sourceOf(types)}') });`,
        )
        .join('\n'),
      resolveDir: folder,
    },
    outfile: join(made, 'all.cjs'),
    format: 'cjs',
    external: outside(manifest, INLINED_IN_COMMONJS),
  });
  return [
    ...built.outputFiles.map(({ path, text }) => [path, text]),
    ...licencesOf([built], made),
    ...entries.flatMap(({ name, types }) => {
      const shared = relative(made, join(folder, types)).replace(/\.d\.ts$/, '.js');
      return [
        [join(made, `${name}.cjs`), `module.exports = require('./all.cjs').${name};\n`],
        [join(made, `${name}.d.cts`), `${SHARED_TYPES}\nexport * from '${shared}';\n`],
      ];
    }),
  ];
};

/** Leaves a file alone that is as it should be: a process may be loading it. */
const write = (path, text) => {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const bundle = async (name) => {
  const folder = join(packages, name);
  const manifest = readPackage(folder);
  const files = (
    await Promise.all([esModules(folder, manifest), commonJs(folder, manifest)])
  ).flat();
  for (const [path, text] of files) write(path, text);
  const kept = new Set(files.map(([path]) => path));
  for (const made of ['dist/esm', 'dist/cjs'].map((part) => join(folder, part))) {
    const there = existsSync(made) ? readdirSync(made).map((file) => join(made, file)) : [];
    for (const path of there) if (!kept.has(path)) rmSync(path);
  }
};

/** These packages and those of ours that they need. */
const withNeeds = (names) => {
  const all = new Set(names);
  for (const name of all)
    for (const need of needsOf(readPackage(join(packages, name))))
      if (need.startsWith('@hundi/')) all.add(need.slice('@hundi/'.length));
  return [...all];
};

const words = process.argv.slice(2);
const asked = words.filter((word) => word !== '--aloud');
const names = withNeeds(asked.length > 0 ? asked : readdirSync(packages));
const startedAt = performance.now();
if (words.includes('--aloud')) console.error(`bundling ${names.join(', ')}`);
await Promise.all(names.map(bundle));
if (words.includes('--aloud'))
  console.error(`bundled in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
