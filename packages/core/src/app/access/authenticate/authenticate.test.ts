import test from 'ava';
import { makeCauses } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import { sha256 } from '../../../kernel/secrets/digest.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import { InvalidKey } from '../../../model/access/access-errors.js';
import type { ApiKey } from '../../../model/access/key/api-key.js';
import { makeAuthenticate } from './authenticate.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const TEXT = `pak_key1_${SECRET}`;
const NOW = 1_000;
const clock = { now: () => NOW };

const aKey = (overrides: Partial<ApiKey> = {}): ApiKey =>
  ({
    keyId: 'key1',
    bankTenantId: 'bank',
    corporateTenantId: 'acme',
    name: 'erp',
    secretDigest: sha256(SECRET),
    scopes: ['payments'],
    createdByUserId: 'u-admin',
    createdAt: 0,
    expiresAt: NOW + 1,
    ...overrides,
  }) as ApiKey;

/** A storage that holds these keys and nothing else, and takes for ever to write. */
const holding = (keys: ReadonlyArray<ApiKey>, asked: string[][] = []): Storage => {
  const access: Pick<Stores['access'], 'apiKeys'> = {
    apiKeys: async (ids) => {
      asked.push([...ids]);
      return keys.filter(({ keyId }) => ids.includes(keyId));
    },
  };
  return {
    atomically: () => new Promise(() => undefined),
    read: (work) => work({ access } as unknown as Stores),
  };
};

const authenticate = (...keys: ReadonlyArray<ApiKey>) =>
  makeAuthenticate({ storage: holding(keys), clock, causes: makeCauses({ clock }) });

test('a good key identifies its corporate', async (t) => {
  t.deepEqual((await authenticate(aKey())(TEXT)) as unknown, {
    ...E.right({
      tenant: { bankTenantId: 'bank', corporateTenantId: 'acme' },
      keyId: 'key1',
      scopes: ['payments'],
      createdByUserId: 'u-admin',
    }),
  });
});

test('the list of keys names the user to which a key is bound', async (t) => {
  const caller = await authenticate(aKey({ actsAsUserId: 'u-erp' as ApiKey['createdByUserId'] }))(
    TEXT,
  );

  t.like(caller, { right: { actsAsUserId: 'u-erp' } });
});

for (const [what, keys, text] of [
  ['no key', [aKey()], undefined],
  ['an empty key', [aKey()], ''],
  ['a text that is no key', [aKey()], 'Bearer abc'],
  ['an unknown id', [], TEXT],
  ['a wrong secret', [aKey()], `pak_key1_${SECRET.replace('0', '1')}`],
  [
    'the secret of another key',
    [aKey({ secretDigest: sha256('x') }), aKey({ keyId: 'key2' })],
    TEXT,
  ],
  ['a longer secret', [aKey()], `${TEXT}0`],
  ['a secret key', [aKey()], `sk_key1_${SECRET}`],
  ['the empty secret of nobody', [aKey({ secretDigest: sha256('') })], TEXT],
  ['an expired key', [aKey({ expiresAt: NOW - 1 })], TEXT],
  ['a key at the moment of its expiry', [aKey({ expiresAt: NOW })], TEXT],
  ['a revoked key', [aKey({ revokedAt: 1 })], TEXT],
  ['a key that was revoked at the beginning of time', [aKey({ revokedAt: 0 })], TEXT],
] as ReadonlyArray<readonly [string, ReadonlyArray<ApiKey>, string | undefined]>) {
  test(`${what} is refused like every other bad key`, async (t) => {
    t.deepEqual(await authenticate(...keys)(text), E.left(InvalidKey()));
  });
}

test('a revocation counts from the next request on', async (t) => {
  const keys = [aKey()];
  const ask = makeAuthenticate({ storage: holding(keys), clock, causes: makeCauses({ clock }) });

  t.true(E.isRight(await ask(TEXT)));
  keys[0] = aKey({ revokedAt: NOW });
  t.true(E.isLeft(await ask(TEXT)));
});

test('requests that arrive together get their own answers', async (t) => {
  const other = `pak_key2_${SECRET}`;
  const ask = authenticate(
    aKey(),
    aKey({ keyId: 'key2', corporateTenantId: 'other' as ApiKey['corporateTenantId'] }),
  );
  const callers = await Promise.all([TEXT, other, `${TEXT}1`, TEXT, other].map(ask));

  t.deepEqual(
    callers.map((caller) =>
      E.isRight(caller) ? (caller.right.tenant.corporateTenantId as string) : 'none',
    ),
    ['acme', 'other', 'none', 'acme', 'other'],
  );
});

test('a text that has not the form of a key is not looked up', async (t) => {
  const asked: string[][] = [];
  await makeAuthenticate({
    storage: holding([aKey()], asked),
    clock,
    causes: makeCauses({ clock }),
  })('pak_x');

  t.deepEqual(asked, []);
});
