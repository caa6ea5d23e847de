import assert from 'node:assert/strict';
import type { Storage, Tenant } from '@hundi/core';
import type { SecretKeyView } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';
import { eventually } from '../stage/eventually.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';
import type { Scenario } from '../stage/scenario.js';

const DAY = 86_400_000;
const ADMIN = 'u-admin';
const globex = aTenant('globex', 'demo-bank');

/** A stage, and short ways to look after secret keys as acme's administrator. */
const openSecretKeys = async (storage: Storage) => {
  const stage = await openStage(storage);
  const { engine, tenant } = stage;
  return {
    ...stage,
    create: (name: string, actorUserId = ADMIN, of: Tenant = tenant) =>
      engine.createSecretKey(of, { actorUserId, name }),
    rotate: (keyId: string, actorUserId = ADMIN) =>
      engine.rotateSecretKey(tenant, { actorUserId, keyId }),
    revoke: (keyId: string, actorUserId = ADMIN) =>
      engine.revokeSecretKey(tenant, { actorUserId, keyId }),
    list: async (): Promise<ReadonlyArray<SecretKeyView>> =>
      expectRight(await engine.listSecretKeys(tenant, { actorUserId: ADMIN })),
    opens: async (text: string) => (await engine.authenticateSecretKey(text))._tag === 'Right',
  };
};

export const secretKeyScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a secret key that a person creates opens checkout for a year, and its text is returned once',
    run: async (storage) => {
      const keys = await openSecretKeys(storage);
      const { text, ...key } = expectRight(await keys.create('tills'));
      const merchant = expectRight(await keys.engine.authenticateSecretKey(text));
      assert.deepEqual(merchant, { tenant: keys.tenant, keyId: key.keyId });
      const now = keys.clock.now();
      assert.deepEqual(key, {
        keyId: key.keyId,
        name: 'tills',
        createdBy: 'u-admin',
        createdAt: now,
        expiresAt: now + 365 * DAY,
      });
      const entries = await keys.journal(`sk_${key.keyId}`);
      assert.deepEqual(
        entries.map(({ to, actor }) => [to, actor]),
        [['active', 'u-admin']],
      );
      const secret = text.split('_')[2] ?? assert.fail();
      assert.ok(!JSON.stringify([key, entries, await keys.list()]).includes(secret));
      keys.clock.advance(365 * DAY);
      assert.equal(await keys.opens(text), false);
    },
  },
  {
    title:
      'the list of secret keys has those that are over, oldest first, and when each was last used',
    asksStore: true,
    run: async (storage) => {
      const keys = await openSecretKeys(storage);
      const [shop] = await keys.list();
      keys.clock.advance(1);
      const tills = expectRight(await keys.create('tills'));
      keys.clock.advance(1);
      const next = expectRight(await keys.rotate(tills.keyId));
      expectRight(await keys.revoke(tills.keyId));
      assert.equal(await keys.opens(`${next.text}0`), false);
      assert.equal(await keys.opens(next.text), true);
      const now = keys.clock.now();
      await eventually(async () => (await keys.list())[2]?.lastUsedAt === now);

      assert.deepEqual(
        (await keys.list()).map(({ keyId, name, revokedAt, lastUsedAt }) => [
          keyId,
          name,
          revokedAt,
          lastUsedAt,
        ]),
        [
          [shop?.keyId, 'shop', undefined, undefined],
          [tills.keyId, 'tills', now, undefined],
          [next.keyId, 'tills', undefined, now],
        ],
      );
    },
  },
  {
    title: 'the use of a secret key is none of a partner key that has its id',
    run: async (storage) => {
      const secret = '0123456789abcdef0123456789abcdef';
      const stage = await openStage(storage, {
        apiKeys: [
          {
            name: 'erp',
            scopes: ['payments'],
            createdByUserId: 'u-admin',
            key: `pak_same_${secret}`,
          },
        ],
        secretKeys: [{ name: 'shop', createdByUserId: 'u-admin', key: `sk_same_${secret}` }],
      });
      const { engine, tenant } = stage;
      expectRight(await engine.authenticateSecretKey(`sk_same_${secret}`));
      await eventually(async () => {
        const [shop] = expectRight(await engine.listSecretKeys(tenant, { actorUserId: ADMIN }));
        return shop?.lastUsedAt === stage.clock.now();
      });

      const [erp] = expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN }));
      assert.deepEqual([erp?.keyId, erp?.lastUsedAt], ['same', undefined]);
    },
  },
  {
    title:
      'only approved people who may edit settings make secret keys, and list those of their own',
    run: async (storage) => {
      const keys = await openSecretKeys(storage);
      for (const [who, tag] of [
        ['u-maker', 'SettingsDenied'],
        ['u-erp', 'SettingsDenied'],
        ['u-newcomer', 'SettingsDenied'],
        ['nobody', 'ActorNotFound'],
      ] as const) {
        assert.equal(expectLeft(await keys.create('tills', who))._tag, tag);
        assert.equal(
          expectLeft(await keys.engine.listSecretKeys(keys.tenant, { actorUserId: who }))._tag,
          tag,
        );
      }
      const theirs = expectRight(await keys.create('tills', ADMIN, globex));
      assert.ok((await keys.list()).every(({ keyId }) => keyId !== theirs.keyId));
      assert.equal(expectLeft(await keys.rotate(theirs.keyId))._tag, 'ApiKeyNotFound');
    },
  },
  {
    title: 'however many rotate and create at once, a name never has three live secret keys',
    asksStore: true,
    run: async (storage) => {
      const keys = await openSecretKeys(storage);
      const [shop] = await keys.list();
      const results = await Promise.all([
        ...[1, 2, 3].map(() => keys.rotate(shop?.keyId ?? '')),
        ...[1, 2, 3].map(() => keys.create('shop')),
        ...[1, 2, 3, 4].map(() => keys.create('new')),
      ]);
      assert.deepEqual(
        results.flatMap((one) => (one._tag === 'Left' ? [one.left._tag] : [])),
        Array.from({ length: 7 }, () => 'TooManyLiveKeys'),
      );
      assert.equal((await keys.list()).length, 4);
    },
  },
];
