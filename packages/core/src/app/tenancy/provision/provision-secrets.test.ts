import test from 'ava';
import type { ApiKey, SecretKey } from '../../../model/access/key/api-key.js';
import { sha256 } from '../../../kernel/secrets/digest.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import { makeGuardedSealer } from '../../../ports/guarded-sealer.js';
import { NOW, TENANT } from '../../../samples.test.data.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import type { CorporatePart } from './provision-document.js';
import { provisionSecrets } from './provision-secrets.js';
import { NotSealed, sealSecrets } from './seal-secrets.js';

type Plain = Readonly<Record<string, unknown>>;

const SECRET = '0123456789abcdef0123456789abcdef';
const OWN: Plain = {
  apiKeys: [{ name: 'erp', scopes: ['payments'], createdByUserId: 'u', key: `pak_own1_${SECRET}` }],
};

const DIGESTED: Plain = {
  apiKeys: [
    {
      name: 'erp',
      scopes: ['payments'],
      createdByUserId: 'u',
      keyId: 'own1',
      keyDigest: sha256(SECRET),
    },
  ],
};

/** Keys and endpoints in memory; entropy that never repeats; seals that show what they hold. */
const aWorld = () => {
  const apiKeys = new Map<string, ApiKey>();
  const secretKeys = new Map<string, SecretKey>();
  const endpoints = new Map<string, WebhookEndpoint>();
  const entries: JournalEntry[] = [];
  const of = (tenant: Tenant) => (one: Tenant) =>
    one.corporateTenantId === tenant.corporateTenantId;
  const stores = {
    access: {
      apiKeysOf: async (tenant: Tenant) => [...apiKeys.values()].filter(of(tenant)),
      putApiKeys: async (keys: ReadonlyArray<ApiKey>) => {
        for (const key of keys) apiKeys.set(key.keyId, key);
      },
      secretKeysOf: async (tenant: Tenant) => [...secretKeys.values()].filter(of(tenant)),
      putSecretKeys: async (keys: ReadonlyArray<SecretKey>) => {
        for (const key of keys) secretKeys.set(key.keyId, key);
      },
    },
    webhookEndpoints: {
      of: async (tenant: Tenant) => [...endpoints.values()].filter(of(tenant)),
      put: async (added: ReadonlyArray<WebhookEndpoint>) => {
        for (const one of added) endpoints.set(one.endpointId, one);
      },
    },
    events: { lastPosition: async () => 7 },
    deliveries: { putProgress: async () => undefined },
    journal: {
      append: async (added: ReadonlyArray<JournalEntry>) => {
        entries.push(...added);
      },
    },
  } as unknown as Stores;
  let drawn = 0;
  const mint = {
    clock: { now: () => NOW },
    entropy: {
      bytes: (count: number) => {
        drawn += 1;
        return Uint8Array.from({ length: count }, (_, i) => (i * 37 + drawn) % 256);
      },
    },
    sealer: makeGuardedSealer({
      seal: async (secret, context) => `${context}:${secret}`,
      open: async (sealed) => sealed,
      isCurrent: async () => true,
    }),
  };
  return {
    apiKeys,
    secretKeys,
    endpoints,
    entries,
    apply: async (plain: Plain) => {
      const part = plain as unknown as CorporatePart;
      const sealed = await sealSecrets({ read: (work) => work(stores) }, TENANT, part, mint);
      return provisionSecrets(stores, TENANT, part, { sealed, mint });
    },
    applyUnsealed: (part: Plain) =>
      provisionSecrets(stores, TENANT, part as unknown as CorporatePart, {
        sealed: { keys: new Map(), endpoints: new Map() },
        mint,
      }),
  };
};

const revoke = <K extends ApiKey | SecretKey>(keys: Map<string, K>): void => {
  for (const [id, key] of keys) keys.set(id, { ...key, revokedAt: NOW });
};

test('a key is returned once, and kept as a digest of its secret', async (t) => {
  const world = aWorld();
  const part = { apiKeys: [{ name: 'erp', scopes: ['payments'], createdByUserId: 'u-admin' }] };
  const { apiKeys } = await world.apply(part);
  const [, keyId = '', secret = ''] = (apiKeys['erp'] ?? '').split('_');

  t.like(world.apiKeys.get(keyId), {
    name: 'erp',
    secretDigest: sha256(secret),
    createdByUserId: 'u-admin',
    expiresAt: NOW + 365 * 24 * 3_600_000,
  });
  t.false(JSON.stringify([...world.apiKeys.values()]).includes(secret));
  t.deepEqual((await world.apply(part)).apiKeys, {});
  t.is(world.apiKeys.size, 1);
});

test('a key that is no longer live is made again', async (t) => {
  const world = aWorld();
  const part = { apiKeys: [{ name: 'erp', scopes: [], createdByUserId: 'u-admin' }] };
  await world.apply(part);
  revoke(world.apiKeys);

  t.deepEqual(Object.keys((await world.apply(part)).apiKeys), ['erp']);
  t.is(world.apiKeys.size, 2);
});

test('a key that the document brings stays revoked, however often the document is applied', async (t) => {
  const world = aWorld();
  const part = {
    ...OWN,
    secretKeys: [{ name: 'shop', createdByUserId: 'u', key: `sk_own2_${SECRET}` }],
  };
  await world.apply(part);
  revoke(world.apiKeys);
  revoke(world.secretKeys);
  const again = await world.apply(part);

  t.deepEqual([again.apiKeys, again.secretKeys], [{}, {}]);
  t.is(world.apiKeys.get('own1')?.revokedAt, NOW);
  t.is(world.secretKeys.get('own2')?.revokedAt, NOW);
});

test('a key that comes as a digest is kept as the same key in clear would be, and never returned', async (t) => {
  const [world, inClear] = [aWorld(), aWorld()];
  const { apiKeys } = await world.apply(DIGESTED);
  await inClear.apply(OWN);

  t.deepEqual(apiKeys, {});
  t.deepEqual([...world.apiKeys], [...inClear.apiKeys]);
  t.deepEqual(world.entries, inClear.entries);
});

test('a key in clear that later comes as its digest stays as it is', async (t) => {
  const world = aWorld();
  await world.apply(OWN);
  const before = [...world.apiKeys];
  await world.apply(DIGESTED);

  t.deepEqual([...world.apiKeys], before);
  t.is(world.entries.length, 1);
});

test('a key that comes as a digest stays revoked, however often the document is applied', async (t) => {
  const world = aWorld();
  await world.apply(DIGESTED);
  revoke(world.apiKeys);
  await world.apply(DIGESTED);

  t.is(world.apiKeys.get('own1')?.revokedAt, NOW);
  t.is(world.apiKeys.size, 1);
});

test('no key is made of a name that has live ones, however many', async (t) => {
  const world = aWorld();
  await world.apply(OWN);
  const key = world.apiKeys.get('own1') as ApiKey;
  world.apiKeys.set('own2', { ...key, keyId: 'own2' });
  const part = { apiKeys: [{ name: 'erp', scopes: ['payments'], createdByUserId: 'u' }] };

  t.deepEqual((await world.apply(part)).apiKeys, {});
  t.is(world.apiKeys.size, 2);
});

test('every key that is made leaves an entry in the journal, and its secret leaves none', async (t) => {
  const world = aWorld();
  await world.apply({ ...OWN, secretKeys: [{ name: 'shop', createdByUserId: 'u' }] });

  t.deepEqual(
    world.entries.map(({ subjectKind, to, actor }) => [subjectKind, to, actor]),
    [
      ['api_key', 'active', 'provision'],
      ['secret_key', 'active', 'provision'],
    ],
  );
  t.false(JSON.stringify(world.entries).includes(SECRET));
});

test('a secret key is sealed for itself alone', async (t) => {
  const world = aWorld();
  const { secretKeys } = await world.apply({
    secretKeys: [{ name: 'shop', createdByUserId: 'u' }],
  });
  const [keyId, key] = [...world.secretKeys][0] ?? [];

  t.is(key?.sealedSecret, `secret-key/${keyId ?? ''}:${secretKeys['shop'] ?? ''}`);
});

test('an endpoint gets a secret, its own if it brings one, and keeps it', async (t) => {
  const world = aWorld();
  const part = {
    webhookEndpoints: [
      { url: 'https://a.example', eventTypes: ['*'] },
      { url: 'https://b.example', eventTypes: ['*'], secret: 'whsec_own' },
    ],
  };
  const { webhookSecrets } = await world.apply(part);

  t.regex(webhookSecrets['https://a.example'] ?? '', /^whsec_/);
  t.is(webhookSecrets['https://b.example'], 'whsec_own');
  for (const { endpointId, url, sealedSecret } of world.endpoints.values()) {
    t.is(sealedSecret, `webhook/${endpointId}:${webhookSecrets[url] ?? ''}`);
  }
  t.deepEqual((await world.apply(part)).webhookSecrets, {});
});

test('a secret that turns out to be missing only in the unit of work is not made unsealed', async (t) => {
  const world = aWorld();
  const parts = [
    { secretKeys: [{ name: 'shop', createdByUserId: 'u' }] },
    { webhookEndpoints: [{ url: 'https://a.example', eventTypes: ['*'] }] },
  ];
  for (const part of parts)
    await t.throwsAsync(world.applyUnsealed(part), { instanceOf: NotSealed });
  t.is(world.secretKeys.size + world.endpoints.size, 0);
});
