import { readFileSync } from 'node:fs';
import { PROBLEM_TYPES, problemTypeOf } from '@hundi/adapter-koa';
import { code, page, table } from './markdown.js';
import { examplesIn, type Examples } from './examples-in.js';
import { readUseCases, type UseCaseSource, type UseCaseSources } from './read-use-cases.js';

/** The features in the order of the interface: the folder of the core, a title, and their section of the decisions. */
const FEATURES: ReadonlyArray<readonly [room: string, title: string, section: string]> = [
  ['beneficiary', 'Payees', '4'],
  ['package', 'Packages', '2'],
  ['intake', 'Batches and jobs', '5'],
  ['payout', 'Payouts and reports', '13'],
  ['payout-checkout', 'Payout checkout', '9'],
  ['collection', 'Collection checkout', '10'],
  ['access', 'Keys', '3'],
  ['webhook', 'Webhooks', '11'],
  ['journal', 'Events and the journal', '11'],
  ['approval', 'Approval', '7'],
  ['why', 'Why something waits', '14'],
  ['portal', 'Login and sessions', '14'],
  ['factor', 'Second factors', '14'],
  ['people', 'People', '14'],
  ['settings-decision', 'Settings', '14'],
  ['notification', 'Mails to people', '14'],
  ['tenancy', 'Provisioning', '15'],
  ['settlement', 'The bank', '8'],
  ['duty', 'Background work', '16'],
  ['wiring', 'Idempotency keys', '2'],
];

const DOCS = new URL('../../../../docs/', import.meta.url);
const EXAMPLES = new URL('../../src/reference/examples/', import.meta.url);

/** The links to the sections of a document, by their numbers. */
const sectionsOf = (document: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ...readFileSync(new URL(document, DOCS), 'utf8').matchAll(/^#+ ((\d+(?:\.\d+)?)\.? .+)$/gm),
    ].map(([, heading = '', number = '']) => [
      number,
      `../${document}#${heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')}`,
    ]),
  );

const IMPORTS = `import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import { E } from '@hundi/core';
import { createSandbox, demoDocument, type ReceivedMail } from '@hundi/testkit';
`;
const OPENED = `
const sandbox = await createSandbox({ storage: memoryStorage() });
const { engine, tenant, storage, clock, credentials, mailbox } = sandbox;
`;
/** The names that each example begins with. */
const OPENING: ReadonlySet<string> = new Set(
  [...IMPORTS.matchAll(/\b\w+\b/g)].map(([name]) => name),
);
/** What the examples share, as the page shows it: without imports, exports and types. */
const sharedIn = (source: string): string =>
  (/^\/\*\* A batch[\s\S]*?(?=^\/\*\* The names)/m.exec(source)?.[0] ?? missing('opening'))
    .replaceAll('export const', 'const')
    .trimEnd();

const block = (text: string, note = ''): string => `\`\`\`ts${note}\n${text}\`\`\``;

// Escaped in patterns, because a test checks each citation in a source.
const CITED = /(decisions )?\u00a7(\d+(?:\.\d+)?)/g;

/** Where the interface speaks of a use case first, as a number to sort by; those that it leaves out come last. */
const placeOf = ({ doc }: UseCaseSource): number => {
  const [, chapter, part = 0] = /(?<!decisions )\u00a7(\d+)(?:\.(\d+))?/.exec(doc) ?? [];
  return chapter === undefined ? Infinity : Number(chapter) * 100 + Number(part);
};

/** A docstring as the page writes it; the sections that it cites stand in a line of their own. */
const plain = (doc: string): string =>
  doc
    .replace(/\{@link (\w+)\s*\}/g, (_, name: string) => code(name))
    .replace(/ \((?:decisions )?\u00a7[^)]*\)/g, '');
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

const codes = (texts: ReadonlyArray<string>): string => texts.map(code).join(', ') || 'none';

/** How an example of the feature calls a function. */
const exampleOf = ({ calls }: Examples, name: string, room: string): string =>
  `- **Example**: ${code(calls.get(name) ?? missing(`call of ${name} in an example of ${room}`))}`;
const storiesOf = ({ stories }: Examples): ReadonlyArray<string> =>
  stories.flatMap(({ title, code: body }) => [`${title}:`, block(body)]);

/** Every use case of the engine, by features, and the functions of operators. */
export const useCasesPage = (sources: UseCaseSources = readUseCases()): string => {
  const { useCases, operators, names, refusals } = sources;
  const [contract, decisions] = [sectionsOf('interface.md'), sectionsOf('decisions.md')];
  const sourceOf = (name: string): string => readFileSync(new URL(`${name}.ts`, EXAMPLES), 'utf8');
  const examplesOf = (room: string): Examples => examplesIn(sourceOf(room), OPENING);

  // A docstring speaks of a use case by its type; a host calls the function.
  const types = new Map(
    useCases.map(({ name }) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, name]),
  );
  const called = (text: string): string =>
    text.replace(/`([A-Z]\w+)`/g, (_, name: string) => code(types.get(name) ?? name));

  const linkTo = (isDecision: boolean, number: string): string =>
    `[${isDecision ? 'decisions ' : ''}§${number}](${(isDecision ? decisions : contract).get(number) ?? missing(`section ${number}`)})`;
  const sectionsFor = ({ doc }: UseCaseSource, section: string): string => {
    const cited = [...doc.matchAll(CITED)].map(([, word, number = '']) =>
      linkTo(word !== undefined, number),
    );
    return [...new Set(cited.length === 0 ? [linkTo(true, section)] : cited)].join(', ');
  };
  const useCase = (one: UseCaseSource, examples: Examples, section: string): string => {
    const { name, doc, room, parameters, input, answer, feature } = one;
    return [
      `### ${name}`,
      called(firstSentence(plain(doc))),
      [
        `- **Call**: ${code(`engine.${name}(${parameters})`)}`,
        ...(input.length === 0 ? [] : [`- **Input**: ${codes(input)}`]),
        `- **Answer**: ${code(answer)}`,
        `- **Refusals**: ${codes(one.refusals)}`,
        ...(feature === undefined ? [] : [`- **Feature**: ${code(feature)}`]),
        `- **Section**: ${sectionsFor(one, section)}`,
        exampleOf(examples, name, room),
      ].join('\n'),
    ].join('\n\n');
  };
  const rooms = new Set(FEATURES.map(([room]) => room));
  for (const { room, name } of useCases) if (!rooms.has(room)) missing(`feature of ${name}`);
  const features = FEATURES.flatMap(([room, title, section]) => {
    const examples = examplesOf(room);
    return [
      `## ${title}`,
      ...storiesOf(examples),
      ...useCases
        .filter((one) => one.room === room)
        .sort((one, other) => placeOf(one) - placeOf(other) || 0)
        .map((one) => useCase(one, examples, section)),
    ];
  });
  const ofOperators = examplesOf('operator');
  const operatorFunctions = operators.map(({ name, doc, parameters, answer }) =>
    [
      `### ${name}`,
      called(firstSentence(plain(doc))),
      [
        `- **Call**: ${code(`${name}(${parameters})`)}`,
        `- **Answer**: ${code(answer)}`,
        exampleOf(ofOperators, name, 'operators'),
      ].join('\n'),
    ].join('\n\n'),
  );
  const problem = (tag: string): string => {
    const type = problemTypeOf(tag);
    return type === undefined ? '' : `${code(type)}, ${String(PROBLEM_TYPES[type].status)}`;
  };
  const byName = <A>(entries: ReadonlyMap<string, A>): ReadonlyArray<readonly [string, A]> =>
    [...entries].sort(([one], [other]) => (one < other ? -1 : 1));

  return page(
    'Use cases',
    'A host that [embeds the engine](../embedding.md) calls it by these use cases. `tenant` is the corporate; `Person`, `Caller` and `Merchant` are what a use case that authenticates answers. A use case decodes its input, refuses an `InvalidInput` with a pointer to each fault, and returns an `Either`: a refusal on the left, by its `_tag`, or the answer on the right. A use case of a [feature that is off](../embedding.md#features-that-are-off) returns `FeatureOff`. [Names](#names) and [refusals](#refusals) say what each name means. Amounts are whole paise, moments epoch milliseconds, where a name says nothing else.',
    'A test runs every example, each after these lines:',
    block(
      `${IMPORTS}${OPENED}\n${sharedIn(sourceOf('opening'))}\n`,
      ' not run: the test of the examples opens the same sandbox',
    ),
    ...features,
    '## Operators of the bank',
    '`@hundi/core/operator` has what the people who run the engine ask of all corporates; it takes the storage, and no key or session of a corporate reaches it. What it exports beside these functions serves [archives](../archive.md), [proofs of approvals](../verify-approvals.md) and [provisioning](../provisioning.md).',
    ...storiesOf(ofOperators),
    ...operatorFunctions,
    '## Names',
    table(
      ['Name', 'What it is', 'Members or values'],
      byName(names).map(([name, { doc, shape }]) => [
        code(name),
        called(plain(doc)),
        shape === '' ? '' : code(shape),
      ]),
    ),
    '## Refusals',
    table(
      ['Tag', 'When', 'Over HTTP'],
      byName(refusals).map(([tag, doc]) => [code(tag), plain(doc), problem(tag)]),
    ),
  );
};

const missing = (what: string): never => {
  throw new Error(`the page of use cases has no ${what}`);
};
