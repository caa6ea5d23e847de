import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import { demoFile } from './demo-file.js';
import { fromReference, sentence, table } from './markdown.js';
import type { UseCaseSource } from './read-use-cases.js';
import { REFERENCE, referencePages } from './reference-pages.js';
import { useCasesPage } from './use-cases-page.js';

test('docs/reference holds what the code says today; npm run docs:generate writes it', async (t) => {
  const pages = await referencePages();

  t.deepEqual((await readdir(REFERENCE)).sort(), Object.keys(pages).sort());
  for (const [name, text] of Object.entries(pages))
    t.is(await readFile(new URL(name, REFERENCE), 'utf8'), text, name);
});

test('provision/demo.json is the demo document of the kit; npm run docs:generate writes it', async (t) => {
  t.deepEqual(JSON.parse(await readFile(DEMO_DOCUMENT, 'utf8')), demoFile());
});

test('links between documents are seen from the folder of the reference, other links stay', (t) => {
  t.is(
    fromReference('[a](b.md#c), [d](../e.json), [f](https://g.example)'),
    '[a](../b.md#c), [d](../../e.json), [f](https://g.example)',
  );
});

test('a bar in a cell does not end it', (t) => {
  t.is(table(['a'], [['b | c']]), '| a |\n| --- |\n| b \\| c |');
});

test('a sentence begins with a capital letter and ends with one full stop', (t) => {
  t.is(sentence('the bank pays'), 'The bank pays.');
  t.is(sentence('The bank pays.'), 'The bank pays.');
});

test('the page of use cases refuses a use case that no example of its feature calls', (t) => {
  const invented: UseCaseSource = {
    name: 'inventMoney',
    doc: 'Makes money from nothing.',
    room: 'duty',
    feature: undefined,
    parameters: '',
    input: [],
    answer: 'Paise',
    refusals: [],
  };
  const sources = {
    useCases: [invented],
    operators: [],
    names: new Map<string, never>(),
    refusals: new Map<string, never>(),
  };

  t.throws(() => useCasesPage(sources), { message: /call of inventMoney in an example of duty/ });
});
