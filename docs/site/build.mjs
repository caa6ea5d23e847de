// Builds the site of the documents, in site/dist: their pages, the READMEs, and a reference of every public export.
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { deadAnchors } from './anchors.mjs';
import { writeExports } from './exports.mjs';
import { asPage, copyOf, pageOf } from './links.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('./', import.meta.url));
const PAGES = join(ROOT, 'site/pages');
const DIST = join(ROOT, 'site/dist');

const packages = (await readdir(join(ROOT, 'packages'))).sort();

const documents = async () => {
  const docs = (await readdir(join(ROOT, 'docs'), { recursive: true }))
    .filter((path) => path.endsWith('.md') && !path.startsWith('site/'))
    .map((path) => `docs/${path}`);
  const examples = await readdir(join(ROOT, 'examples'));
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...docs,
    ...packages.map((name) => `packages/${name}/README.md`),
    ...examples.map((name) => `examples/${name}/README.md`),
  ];
};

/** Lays the pages out as the site has them, with the files that they link to. */
const layOut = async () => {
  const kept = new Set();
  for (const path of await documents()) {
    const page = join(PAGES, pageOf(path));
    const text = await readFile(join(ROOT, path), 'utf8');
    await mkdir(dirname(page), { recursive: true });
    await writeFile(
      page,
      asPage(ROOT, path, text, (file) => kept.add(file)),
    );
  }
  for (const file of kept) {
    const copy = join(PAGES, 'public/source', copyOf(file));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(ROOT, file), copy);
  }
};

/** What draws the diagrams, with the parts that it loads by itself. */
const layOutMermaid = async () => {
  const from = join(HERE, 'node_modules/mermaid/dist');
  const to = join(PAGES, 'public/mermaid');
  for (const part of ['mermaid.esm.min.mjs', 'chunks/mermaid.esm.min'])
    await cp(join(from, part), join(to, part), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
};

await rm(join(ROOT, 'site'), { recursive: true, force: true });
await layOut();
await layOutMermaid();
await writeExports(ROOT, packages, join(PAGES, 'api'));
await build(HERE, { outDir: DIST });
const dead = await deadAnchors(DIST);
if (dead.length > 0) {
  console.error(`links to headings that there are not:\n${dead.join('\n')}`);
  process.exitCode = 1;
}
