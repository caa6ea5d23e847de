import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import { slugify } from './links.mjs';

/** What others may import: its name, and the file of its declarations. */
const entriesOf = (root, packages) =>
  packages.flatMap((folder) => {
    const path = join(root, 'packages', folder);
    const { name, exports = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([entry, conditions]) => {
      const types = conditions.types ?? conditions.import?.types;
      return types === undefined ? [] : [{ name: join(name, entry), file: join(path, types) }];
    });
  });

/** Names the modules as others import them; their pages are named likewise. */
const rename = (project, root, entries) => {
  const names = new Map(
    entries.map(({ name, file }) => [
      relative(join(root, 'packages'), file).replace(/(?:\/index)?\.d\.ts$/, ''),
      name,
    ]),
  );
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
};

/** The anchors of a page: the second heading of a name gets a number. */
const anchorsOf = (markdown) => {
  const seen = new Map();
  return new Set(
    [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
      const anchor = slugify(heading.replaceAll('\\', ''));
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
};

/** TypeDoc also numbers headings that it leaves out: a link to such a number means the heading without it. */
const mendNumbers = async (folder) => {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md'));
  const pages = new Map();
  for (const path of paths) pages.set(path, await readFile(join(folder, path), 'utf8'));
  for (const [path, text] of pages) {
    const mended = text.replace(/\]\(([^)#]*)#([^)]+)-(\d+)\)/g, (link, file, anchor, number) => {
      const target = pages.get(file === '' ? path : join(dirname(path), file)) ?? '';
      return anchorsOf(target).has(`${anchor}-${number}`) ? link : `](${file}#${anchor})`;
    });
    await writeFile(join(folder, path), mended);
  }
};

/**
 * Writes a reference of the public exports of the packages into a folder, from their docstrings.
 *
 * @throws when the packages are not compiled.
 */
export const writeExports = async (root, packages, folder) => {
  const entries = entriesOf(root, packages);
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries.map(({ file }) => file),
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    plugin: [fileURLToPath(import.meta.resolve('typedoc-plugin-markdown'))],
    outputs: [{ name: 'markdown', path: folder }],
    // Without these, a run without the plugin writes HTML over the documents.
    out: folder,
    cleanOutputDir: false,
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    basePath: join(root, 'packages'),
    skipErrorChecking: true,
    disableSources: true,
    excludeExternals: true,
    maxTypeConversionDepth: 3,
    readme: 'none',
    name: 'Exports',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    logLevel: 'Warn',
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the exports cannot be read: run npm run build');
  rename(project, root, entries);
  await app.generateOutputs(project);
  await mendNumbers(folder);
};
