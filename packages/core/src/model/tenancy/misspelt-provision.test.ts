import test from 'ava';
import fc from 'fast-check';
import { E } from '../../kernel/fp.js';
import { readProvisionDocument } from '../../app/tenancy/provision/check-provision.js';
import { SAMPLE_DOCUMENT } from './sample-document.test.data.js';

type Members = Record<string, unknown>;

const issuesOf = (document: unknown) => {
  const read = readProvisionDocument(document);
  return E.isLeft(read) ? read.left.issues : [];
};
const faults = (document: unknown) => issuesOf(document).map(({ pointer }) => pointer);

/** Where the members of a value are, at any depth. */
const membersIn = (value: unknown, at = ''): ReadonlyArray<string> =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        ...(Array.isArray(value) ? [] : [`${at}/${key}`]),
        ...membersIn(inner, `${at}/${key}`),
      ])
    : [];

const MEMBERS = membersIn(SAMPLE_DOCUMENT);

/** The sample with one member under another name, and where that is. */
const renamed = (pointer: string, name: string) => {
  const document = structuredClone(SAMPLE_DOCUMENT) as unknown;
  const [, ...path] = pointer.split('/');
  const old = path.pop() ?? '';
  const parent = path.reduce<unknown>((at, key) => (at as Members)[key], document) as Members;
  parent[name] = parent[old];
  Reflect.deleteProperty(parent, old);
  return { document, place: ['', ...path, name].join('/') };
};

test('any member under a name that no document has is refused at its place', (t) => {
  const names = fc.string({
    unit: fc.constantFrom('a', 'z', 'A', 'Z', '_', '$'),
    minLength: 17,
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.constantFrom(...MEMBERS), names, (pointer, name) => {
      const { document, place } = renamed(pointer, name);
      t.true(faults(document).includes(place));
    }),
    { numRuns: 500 },
  );
});

for (const pointer of MEMBERS) {
  test(`a misspelt member at ${pointer} is refused at its place, with the name that was meant`, (t) => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const { document, place } = renamed(pointer, `${name}${name.slice(-1)}`);
    const unknown = issuesOf(document).filter(({ code }) => code === 'unknown');

    t.deepEqual(unknown, [
      {
        pointer: place,
        code: 'unknown',
        detail: `is not a member of this object; did you mean ${name}?`,
      },
    ]);
  });
}

test('every unknown member is named at once, before what is missing for want of it', (t) => {
  const corporate = { corporateTenantId: 'c', name: 'C', users: [{ userID: 'u-1' }], apiKey: [] };
  const bank = { bankTenantId: 'b', name: 'B', corporates: [corporate] };

  t.deepEqual(faults({ bankTenants: [bank], comment: '' }).slice(0, 4), [
    '/bankTenants/0/corporates/0/users/0/userID',
    '/bankTenants/0/corporates/0/apiKey',
    '/comment',
    '/bankTenants/0/corporates/0/users/0/userId',
  ]);
});
