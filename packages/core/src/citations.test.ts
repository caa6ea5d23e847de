import test from 'ava';
import { access, readdir, readFile } from 'node:fs/promises';
import {
  citationsOf,
  headingsOf,
  numbersOf,
  relativeLinksOf,
  sectionsOf,
  unclearCitationsOf,
} from './citations.test.data.js';

const ROOT = new URL('../../../', import.meta.url);

/** What is installed, compiled or left by a run. */
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', 'screenshots', 'site']);

const filesBelow = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(new URL(folder, ROOT), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !NOT_OURS.has(name) && (!name.startsWith('.') || name === '.ci'))
      .map((entry) =>
        entry.isDirectory()
          ? filesBelow(`${folder}${entry.name}/`)
          : Promise.resolve([`${folder}${entry.name}`]),
      ),
  );
  return found.flat();
};

const readText = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

const exists = (path: string): Promise<boolean> =>
  access(new URL(path, ROOT)).then(
    () => true,
    () => false,
  );

// This test writes wrong citations down.
const paths = (await filesBelow('')).filter((path) => !/\/citations\.test\./.test(path));
const isText = /\.(?:tsx?|mjs|cjs|md|yml)$|\/run$/;
const texts = await Promise.all(
  paths
    .filter((path) => isText.test(path))
    .map(async (path) => ({ path, text: await readText(path) })),
);
const documents = texts.filter(({ path }) => path.endsWith('.md'));
const sections = {
  interface: new Set(sectionsOf(await readText('docs/interface.md'))),
  decisions: new Set(sectionsOf(await readText('docs/decisions.md'))),
};
const known = new Set([
  ...[...(await readText('docs/faults.md')).matchAll(/^\| (F\d+) \|/gm)].map(
    ([, number]) => number,
  ),
  ...[...(await readText('docs/invariants.md')).matchAll(/^- (I\d+) /gm)].map(
    ([, number]) => number,
  ),
]);

/** Why a link of a document leads nowhere, if it does. */
const faultOf = async (path: string, link: string): Promise<ReadonlyArray<string>> => {
  const [file = '', fragment] = link.split('#');
  const target = file === '' ? path : new URL(file, `file:///${path}`).pathname.slice(1);
  if (!(await exists(target))) return [`${path}: there is no ${link}`];
  if (fragment === undefined) return [];
  const anchors = headingsOf(await readText(target)).map(({ anchor }) => anchor);
  return anchors.includes(fragment) ? [] : [`${path}: ${link} has no such heading`];
};

test('every relative link of every document leads to a file, and to a heading of it', async (t) => {
  const links = documents.flatMap(({ path, text }) =>
    relativeLinksOf(text).map((link) => ({ path, link })),
  );
  const faults = await Promise.all(links.map(({ path, link }) => faultOf(path, link)));

  t.true(links.length > 50);
  t.deepEqual(faults.flat(), []);
});

test('every § that is cited is a section of the interface or, as decisions §, of the decisions', (t) => {
  const cited = texts.flatMap(({ path, text }) =>
    citationsOf(text).map((citation) => ({ path, ...citation })),
  );

  t.true(cited.length > 200);
  t.deepEqual(
    cited.filter(({ document, section }) => !sections[document].has(section)),
    [],
  );
  t.deepEqual(
    texts.flatMap(({ path, text }) => unclearCitationsOf(text).map((citation) => [path, citation])),
    [],
  );
});

test('every fault and every invariant that is named exists', (t) => {
  const named = texts.flatMap(({ path, text }) =>
    numbersOf(text).map((number) => ({ path, number })),
  );

  t.true(named.length > 200);
  t.deepEqual(
    named.filter(({ number }) => !known.has(number)),
    [],
  );
});

test('headings have the anchors that links lead to', (t) => {
  const markdown =
    '# A `b` & [c](d.md)\n```sh\n# no heading\n```\n## 4.1 GET /v1/x\n## Same\n### Same\n';

  t.deepEqual(
    headingsOf(markdown).map(({ anchor }) => anchor),
    ['a-b--c', '41-get-v1x', 'same', 'same-1'],
  );
  t.deepEqual(sectionsOf(markdown), ['4.1']);
});

test('links are those between files; code and other hosts are none', (t) => {
  const markdown =
    '[a](b.md) [`c`](d.md#e "title") [f](#g) [h](https://i.example) `[j](k.md)`\n```\n[l](m.md)\n```\n![n](o.png)';

  t.deepEqual(relativeLinksOf(markdown), ['b.md', 'd.md#e', '#g', 'o.png']);
});

test('a § belongs to the interface unless decisions or an RFC stands before it', (t) => {
  t.deepEqual(
    citationsOf(
      '/** Takes it (§4.5, decisions\n * §2), as RFC 9110 §10.2.3 says. Decisions §12. */',
    ),
    [
      { document: 'interface', section: '4.5' },
      { document: 'decisions', section: '2' },
      { document: 'decisions', section: '12' },
    ],
  );
  t.deepEqual(citationsOf('a § without a number'), [{ document: 'interface', section: '' }]);
  t.deepEqual(citationsOf('`§${section}`'), []);
  t.deepEqual(unclearCitationsOf('decisions §5 and §6'), ['decisions §5 and §6']);
});

test('faults and invariants are distinguished from what only looks like one', (t) => {
  t.deepEqual(numbersOf('F51, I7 and (F3); not F123, UTF8, I-5, ABIF12 or xF1'), [
    'F51',
    'I7',
    'F3',
  ]);
});
