import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { blocksOf, everyBlock, notRun, type Block } from './blocks.test.support.js';
import { PROGRAMS } from './programs.test.data.js';

const ROOT = new URL('../../../../', import.meta.url);

/** What holds the blocks of each language. */
const HELD_BY: Readonly<Record<string, string>> = {
  ts: 'programs.full.test.ts, readmes.test.ts, use-case-examples.test.ts, or the tests of the example that it is a file of',
  js: 'programs.full.test.ts',
  sh: 'shell.test.ts',
  json: 'this file',
  sql: 'service/other-owner.full.test.ts',
  ini: 'containers.test.ts',
  mermaid: 'nothing runs: a picture',
  '': 'nothing runs: what a program prints',
};

/** The first block of a package's README is run by readmes.test.ts. */
const isFirstOfPackage = ({ name }: Block): boolean =>
  /^packages\/[\w-]+\/README\.md ts 1$/.test(name);

/** The page of use cases shows functions that use-case-examples.test.ts runs. */
const isOfUseCase = ({ document }: Block): boolean => document === 'docs/reference/use-cases.md';

/** The sources of the examples, which their own tests run. */
const examples = await (async () => {
  const folder = new URL('examples/', ROOT);
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) => /\/src\/.*\.tsx?$/.test(path) && !/node_modules|\/dist\//.test(path),
  );
  return Promise.all(paths.map((path) => readFile(new URL(path, folder), 'utf8')));
})();
const isOfExample = ({ code }: Block): boolean =>
  examples.some((source) => source.trim().includes(code.trim()));

const blocks = await everyBlock();
const RAIL = 'docs/embedding.md js 1';

test('every block of code is of a language that some test holds', (t) => {
  t.true(blocks.length > 50);
  t.deepEqual(
    blocks.filter(({ language }) => !Object.hasOwn(HELD_BY, language)).map(({ name }) => name),
    [],
  );
});

test('every block of TypeScript or JavaScript is compiled and run, or says why not', (t) => {
  const left = blocks
    .filter(({ language }) => language === 'ts' || language === 'js')
    .filter(
      (block) =>
        !Object.hasOwn(PROGRAMS, block.name) &&
        block.name !== RAIL &&
        !isFirstOfPackage(block) &&
        !isOfUseCase(block) &&
        !isOfExample(block) &&
        notRun(block) === undefined,
    );

  // Add it to programs.test.data.ts with a test of what it does, or write ```ts not run: REASON.
  t.deepEqual(
    left.map(({ name }) => name),
    [],
  );
});

test('no block of TypeScript or JavaScript spreads a literal, which the linter forbids in the source', (t) => {
  const spreads = blocks
    .filter(({ language }) => language === 'ts' || language === 'js')
    .filter(({ code }) =>
      /\.\.\.\(?(?:\{[^}]*\}|\[[^\]]*\])(?: as const)?\)?\s*[,)}\]]/.test(code),
    );

  t.deepEqual(
    spreads.map(({ name }) => name),
    [],
  );
});

for (const { name, code } of blocks.filter(({ language }) => language === 'json')) {
  test(`${name} is JSON`, (t) => {
    t.notThrows(() => JSON.parse(code) as unknown);
  });
}

test('a block knows its document, its language, its number and its note', (t) => {
  const text =
    '```sh\na\n```\n\n- b\n\n  ```ts not run: no KMS here\n  c\n  ```\n\n```\nd\n```\n```sh\ne\n```\n';
  const found = blocksOf('x.md', text);

  t.deepEqual(
    found.map(({ name }) => name),
    ['x.md sh 1', 'x.md ts 1', 'x.md output 1', 'x.md sh 2'],
  );
  t.deepEqual(found.map(notRun), [undefined, 'no KMS here', undefined, undefined]);
});
