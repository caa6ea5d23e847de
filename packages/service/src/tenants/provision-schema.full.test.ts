import { readFile } from 'node:fs/promises';
import { E, readProvisionDocument } from '@hundi/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import fc from 'fast-check';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import { SCHEMA_FILE, schemaText } from '../reference/schema-file.js';
import { callHundi } from '../testing/command-line.js';
import { provisionSchema } from './provision-schema.js';

type Members = Record<string, unknown>;

const isDescribed = new Ajv2020({
  allowUnionTypes: true,
  formats: { date: true, email: true, uri: true },
}).compile(provisionSchema());
const isRead = (document: unknown): boolean => E.isRight(readProvisionDocument(document));

const demo = JSON.parse(await readFile(DEMO_DOCUMENT, 'utf8')) as Members;

/** The paths to the values of a document, at any depth. */
const pathsIn = (value: unknown, at: ReadonlyArray<string> = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        [...at, key],
        ...pathsIn(inner, [...at, key]),
      ])
    : [];

/** A document with a change to the object that holds a value, which is given the name of the value. */
const changed = (
  document: Members,
  path: ReadonlyArray<string>,
  change: (holder: Members, name: string) => void,
): unknown => {
  const copy = structuredClone(document);
  const holder = path.slice(0, -1).reduce<Members>((at, key) => at[key] as Members, copy);
  change(holder, path.at(-1) ?? '');
  return copy;
};

test('the published schema is what the code says today; npm run docs:generate writes it', async (t) => {
  t.is(await readFile(SCHEMA_FILE, 'utf8'), schemaText());
});

test('the demo document is read, and fits the schema', (t) => {
  t.true(isRead(demo));
  t.true(isDescribed(demo), JSON.stringify(isDescribed.errors));
});

test('a document may name its schema, and a host that reads it finds no fault', (t) => {
  for (const $schema of ['./provision.schema.json', 'https://bank.example/provision.schema.json'])
    t.true(isRead({ ...demo, $schema }) && isDescribed({ ...demo, $schema }));
  t.false(isRead({ ...demo, $schema: 1 }) || isDescribed({ ...demo, $schema: 1 }));
});

const CORPORATE = ['bankTenants', '0', 'corporates', '0'];
const FAULTS: Readonly<Record<string, unknown>> = {
  'a misspelt member': changed(demo, [...CORPORATE, 'packages', '0', 'name'], (one) => {
    one['dailyAmountLimt'] = 5;
  }),
  'a limit below zero': changed(demo, [...CORPORATE, 'packages', '0', 'x'], (one) => {
    one['dailyAmountLimit'] = -1;
  }),
  'a list that is an object': changed(demo, [...CORPORATE, 'roles'], (one, name) => {
    one[name] = {};
  }),
  'a permission that there is not': changed(
    demo,
    [...CORPORATE, 'roles', '0', 'permissions', '0'],
    (one, name) => {
      one[name] = 'settings.rule';
    },
  ),
  'a member that is missing': changed(demo, [...CORPORATE, 'name'], (one, name) => {
    Reflect.deleteProperty(one, name);
  }),
  'a name that is a number': changed(demo, [...CORPORATE, 'name'], (one, name) => {
    one[name] = 7;
  }),
  'a schema deeper than the document': changed(demo, [...CORPORATE, 'name'], (one) => {
    one['$schema'] = 'x';
  }),
};

for (const [fault, document] of Object.entries(FAULTS)) {
  test(`codec and schema both refuse ${fault}`, (t) => {
    t.false(isRead(document));
    t.false(isDescribed(document));
  });
}

/** What may stand in place of a value: text of many kinds, numbers, and things that are neither. */
const otherValue = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[A-Za-z0-9]{0,45}$/),
  fc.stringMatching(/^[0-9]{0,40}$/),
  fc.integer({ min: -2, max: 10 ** 15 + 2 }),
  fc.constantFrom(null, true, false, 0, 1.5, {}, [], ['NEFT'], '09:30', 'a@b.example', 'active'),
);

test('every document that is read fits the schema', (t) => {
  const paths = pathsIn(demo);
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.option(otherValue, { nil: undefined }),
      (path, value) => {
        const document = changed(demo, path, (holder, name) => {
          if (value !== undefined) holder[name] = value;
          else if (Array.isArray(holder)) holder.splice(Number(name), 1);
          else Reflect.deleteProperty(holder, name);
        });
        if (!isRead(document)) return true;
        read += 1;
        return isDescribed(document);
      },
    ),
    // By time: one document takes longer than all else here.
    { numRuns: 3_000, plugins: [fc.interruptAfterTimeLimit(20_000)] },
  );
  // A property about documents that are never read would say nothing.
  t.true(read > 20, String(read));
});

test('hundi provision --schema prints the schema, in one line with --json', async (t) => {
  const { code, out } = await callHundi(['provision', '--schema'], {});
  t.is(code, 0);
  t.is(`${out.join('\n')}\n`, schemaText());

  const { out: lines } = await callHundi(['provision', '--schema', '--json'], {});
  t.deepEqual(lines, [JSON.stringify(provisionSchema())]);
});
