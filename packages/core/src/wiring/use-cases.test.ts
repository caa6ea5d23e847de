import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import test from 'ava';
import { tokenOf } from '../kernel/token.js';
import { RECIPES } from './recipes.js';
import { SERVICES } from './services.js';
import { CHANGES, DUTIES, USE_CASES } from './use-cases.js';

const ROOT = new URL('../../../../', import.meta.url);
const SOURCE = new URL('packages/core/src/', ROOT);

const sources = (await readdir(SOURCE, { recursive: true })).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);

/** Every token that a file of core exports: its name, what it is called, and the file. */
const tokens = (
  await Promise.all(
    sources.map(async (path) => {
      const text = await readFile(new URL(path, SOURCE), 'utf8');
      return [...text.matchAll(/^export const (\w+) = token<[^>]*>\(\s*'([^']*)'/gm)].map(
        ([, name = '', called = '']) => ({ name, called, path }),
      );
    }),
  )
).flat();

const isPort = ({ path }: { readonly path: string }) => /^(ports|storage)\//.test(path);
const called = ({ service }: { readonly service: symbol }) =>
  (Symbol.keyFor(service) ?? '').replace('@hundi/', '');

test('every token in core is a port, or is made by exactly one recipe', (t) => {
  const made = RECIPES.map(called);
  const declared = tokens.map(({ name }) => name);

  t.deepEqual(
    {
      withoutRecipe: tokens.filter((one) => !isPort(one) && !made.includes(one.name)),
      withoutToken: made.filter((name) => !declared.includes(name)),
      madeTwice: made.filter((name, i) => made.indexOf(name) !== i),
    },
    { withoutRecipe: [], withoutToken: [], madeTwice: [] },
  );
  t.deepEqual(
    tokens.filter((one) => one.name !== one.called),
    [],
  );
});

test('a name stands for one dependency everywhere, or for a port of the host and how the engine calls it', (t) => {
  const named = new Map<string, Set<string>>();
  for (const { service, dependencies } of RECIPES) {
    // It has what all changes need, by their tokens.
    if (called({ service }) === 'ChangesOver') continue;
    for (const [name, one] of dependencies)
      named.set(name, (named.get(name) ?? new Set()).add(called({ service: tokenOf(one) })));
  }

  t.deepEqual(
    [...named]
      .flatMap(([name, tokensOf]) => (tokensOf.size > 1 ? [[name, [...tokensOf].sort()]] : []))
      .sort(),
    [
      ['mailer', ['GuardedMailer', 'Mailer']],
      ['sealer', ['GuardedSealer', 'Sealer']],
      ['sendMark', ['GuardedSendMark', 'SendMark']],
    ],
  );
});

test('the engine has each use case under the name of its token', (t) => {
  for (const [name, recipe] of [...Object.entries(CHANGES), ...Object.entries(USE_CASES)])
    t.is(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, called(recipe));
});

test('the dependency rule knows the file of each use case and duty, and of no shared service', (t) => {
  const { forbidden } = createRequire(import.meta.url)(
    new URL('.dependency-cruiser.cjs', ROOT).pathname,
  ) as { readonly forbidden: ReadonlyArray<{ name: string; to: { path: string } }> };
  const rule = forbidden.find(({ name }) => name === 'use-cases-do-not-call-each-other');
  const files = new RegExp(rule?.to.path ?? '');
  const known = tokens.filter(({ path }) => files.test(`packages/core/src/${path}`));

  const ruled = [...Object.values(CHANGES), ...Object.values(USE_CASES), ...DUTIES];
  t.deepEqual(
    known.map(({ name }) => name).toSorted(),
    ruled
      .map(called)
      // It stands in the wiring, which knows them all.
      .filter((name) => name !== 'Idempotently')
      .toSorted(),
  );
  for (const service of SERVICES) t.false(known.some(({ name }) => name === called(service)));
});
