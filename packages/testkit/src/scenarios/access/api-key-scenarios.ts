import assert from 'node:assert/strict';
import type { Hundi, Storage, Tenant } from '@hundi/core';
import type { ApiKeyView, NewApiKey } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';
import { eventually } from '../stage/eventually.js';
import { openStage, expectLeft, expectRight, type Stage } from '../stage/stage.js';
import type { Scenario } from '../stage/scenario.js';

const DAY = 86_400_000;
const globex = aTenant('globex', 'demo-bank');
const ADMIN = 'u-admin';
type Create = Partial<Parameters<Hundi['createApiKey']>[1]>;

/** A stage, and short ways to look after keys as acme's administrator. */
const openKeys = async (storage: Storage) => {
  const stage = await openStage(storage);
  const { engine, tenant } = stage;
  const createAs = (input: Create = {}, of: Tenant = tenant) =>
    engine.createApiKey(of, {
      actorUserId: ADMIN,
      name: 'tills',
      scopes: ['payments'],
      ...input,
    });
  return {
    ...stage,
    createAs,
    create: async (input?: Create): Promise<NewApiKey> => expectRight(await createAs(input)),
    rotate: (keyId: string, actorUserId = ADMIN) =>
      engine.rotateApiKey(tenant, { actorUserId, keyId }),
    revoke: (keyId: string, actorUserId = ADMIN) =>
      engine.revokeApiKey(tenant, { actorUserId, keyId }),
    list: async (): Promise<ReadonlyArray<ApiKeyView>> =>
      expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN })),
    opens: async (text: string): Promise<boolean> =>
      (await engine.authenticate(text))._tag === 'Right',
    erp: async (): Promise<ApiKeyView> => {
      const [key] = expectRight(await engine.listApiKeys(tenant, { actorUserId: ADMIN }));
      return key ?? assert.fail('the demo document makes a key');
    },
  };
};

const liveOf = (keys: ReadonlyArray<ApiKeyView>, name: string, now: number) =>
  keys.filter((key) => key.name === name && key.revokedAt === undefined && now < key.expiresAt);

const entriesOf = async (stage: Pick<Stage, 'journal'>, keyId: string) =>
  (await stage.journal(keyId)).map(({ sequence, from, to, actor }) => [sequence, from, to, actor]);

const makingScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a key that a person creates opens the corporate for a year, and its text is returned once',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { text, key } = await keys.create({ actsAsUserId: 'u-erp' });
      const caller = expectRight(await keys.engine.authenticate(text));
      assert.deepEqual(
        [caller.tenant, caller.keyId, caller.actsAsUserId, caller.createdByUserId],
        [keys.tenant, key.keyId, 'u-erp', 'u-admin'],
      );
      const now = keys.clock.now();
      assert.deepEqual([key.createdAt, key.expiresAt], [now, now + 365 * DAY]);
      assert.deepEqual(await entriesOf(keys, key.keyId), [[1, undefined, 'active', 'u-admin']]);

      const secret = text.split('_')[2] ?? assert.fail();
      const said = JSON.stringify([key, await keys.list(), await keys.journal(key.keyId)]);
      assert.ok(!said.includes(secret));
      assert.doesNotMatch(said, /digest/i);
      keys.clock.advance(365 * DAY);
      assert.equal(await keys.opens(text), false);
    },
  },
  {
    title: 'a key may be given a shorter life and fewer scopes',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { text, key } = await keys.create({ scopes: ['payments:read'], lifeDays: 1 });
      assert.deepEqual(key.scopes, ['payments:read']);
      assert.deepEqual(expectRight(await keys.engine.authenticate(text)).scopes, ['payments:read']);
      keys.clock.advance(DAY);
      assert.equal(await keys.opens(text), false);
    },
  },
  {
    title:
      'a third live key of a name is rejected, even if other users created the first two; a dead key does not count',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const first = await keys.create({ name: 'erp' });
      assert.equal(expectLeft(await keys.createAs({ name: 'erp' }))._tag, 'TooManyLiveKeys');
      await keys.create({ name: 'other' });
      expectRight(await keys.revoke(first.key.keyId));
      await keys.create({ name: 'erp' });
      assert.equal(liveOf(await keys.list(), 'erp', keys.clock.now()).length, 2);
    },
  },
  {
    title: 'only approved people who may edit settings change keys, in their own corporate',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { keyId } = await keys.erp();
      for (const [actorUserId, tag] of [
        ['u-maker', 'SettingsDenied'],
        ['u-erp', 'SettingsDenied'],
        ['u-newcomer', 'SettingsDenied'],
        ['nobody', 'ActorNotFound'],
      ] as const) {
        assert.equal(expectLeft(await keys.createAs({ actorUserId }))._tag, tag);
        assert.equal(expectLeft(await keys.rotate(keyId, actorUserId))._tag, tag);
        assert.equal(expectLeft(await keys.revoke(keyId, actorUserId))._tag, tag);
        const listed = await keys.engine.listApiKeys(keys.tenant, { actorUserId });
        assert.equal(expectLeft(listed)._tag, tag);
      }
      assert.equal(
        expectLeft(await keys.createAs({ actsAsUserId: 'nobody' }))._tag,
        'ActorNotFound',
      );
      const asPerson = expectLeft(await keys.createAs({ actsAsUserId: 'u-maker' }));
      assert.ok(asPerson._tag === 'InvalidInput');
      assert.deepEqual(
        asPerson.issues.map(({ pointer }) => pointer),
        ['/actsAsUserId'],
      );
      assert.equal((await keys.list()).length, 1);
    },
  },
  {
    title: "for another corporate's key the answer is that of an absent one",
    run: async (storage) => {
      const keys = await openKeys(storage);
      const theirs = expectRight(await keys.createAs({}, globex));
      const absent = { _tag: 'ApiKeyNotFound' };
      for (const keyId of [theirs.key.keyId, 'none']) {
        assert.deepEqual(expectLeft(await keys.rotate(keyId)), absent);
        assert.deepEqual(expectLeft(await keys.revoke(keyId)), absent);
      }
      assert.ok((await keys.list()).every((key) => key.keyId !== theirs.key.keyId));
      assert.equal(await keys.opens(theirs.text), true);
    },
  },
];

const endingScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a rotated key stays good for a day beside the one that takes its place',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const old = await keys.erp();
      const oldText = keys.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
      keys.clock.advance(DAY);
      const { text, key } = expectRight(await keys.rotate(old.keyId));
      const { name, scopes, actsAsUserId } = key;
      assert.deepEqual(
        { name, scopes, actsAsUserId },
        { name: old.name, scopes: old.scopes, actsAsUserId: old.actsAsUserId },
      );
      assert.equal(key.expiresAt, keys.clock.now() + 365 * DAY);
      keys.clock.advance(DAY - 1);
      assert.deepEqual([await keys.opens(oldText), await keys.opens(text)], [true, true]);
      keys.clock.advance(1);
      assert.deepEqual([await keys.opens(oldText), await keys.opens(text)], [false, true]);

      assert.deepEqual(await entriesOf(keys, old.keyId), [
        [1, undefined, 'active', 'provision'],
        [2, 'active', 'retiring', 'u-admin'],
      ]);
      assert.deepEqual((await keys.journal(key.keyId))[0]?.changes['rotatedFrom'], old.keyId);
    },
  },
  {
    title: 'rotation never gives a key more time than it had',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { key } = await keys.create({ lifeDays: 1 });
      keys.clock.advance(DAY - 5);
      expectRight(await keys.rotate(key.keyId));
      const retiring = (await keys.list()).find(({ keyId }) => keyId === key.keyId);
      assert.equal(retiring?.expiresAt, key.expiresAt);
      keys.clock.advance(5);
      assert.deepEqual(expectLeft(await keys.rotate(key.keyId)), {
        _tag: 'ApiKeyNotLive',
        keyId: key.keyId,
      });
    },
  },
  {
    title: 'a key that is being replaced can be rotated again when the other is gone',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const first = await keys.create();
      const second = expectRight(await keys.rotate(first.key.keyId));
      for (const { key } of [first, second])
        assert.equal(expectLeft(await keys.rotate(key.keyId))._tag, 'TooManyLiveKeys');
      keys.clock.advance(DAY);
      expectRight(await keys.rotate(second.key.keyId));
    },
  },
  {
    title: 'however many rotate and create at once, a name never has three live keys',
    asksStore: true,
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { keyId } = await keys.erp();
      const results = await Promise.all([
        ...[1, 2, 3].map(() => keys.rotate(keyId)),
        ...[1, 2, 3].map(() => keys.createAs({ name: 'erp' })),
        ...[1, 2, 3, 4].map(() => keys.createAs({ name: 'new' })),
      ]);
      const refused = results.flatMap((result) =>
        result._tag === 'Left' ? [result.left._tag] : [],
      );
      assert.deepEqual(
        refused,
        Array.from({ length: 7 }, () => 'TooManyLiveKeys'),
      );
      const all = await keys.list();
      for (const name of ['erp', 'new'])
        assert.equal(liveOf(all, name, keys.clock.now()).length, 2, name);
    },
  },
  {
    title:
      'a revoked key opens nothing from the next request on, and revoking it again changes nothing',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { text, key } = await keys.create();
      assert.equal(await keys.opens(text), true);
      const revoked = expectRight(await keys.revoke(key.keyId));
      assert.equal(await keys.opens(text), false);
      assert.equal(revoked.revokedAt, keys.clock.now());
      keys.clock.advance(5);
      const [again, twice] = await Promise.all([keys.revoke(key.keyId), keys.revoke(key.keyId)]);
      assert.equal(expectRight(again).revokedAt, revoked.revokedAt);
      assert.deepEqual(again, twice);
      assert.equal(expectLeft(await keys.rotate(key.keyId))._tag, 'ApiKeyNotLive');
      assert.deepEqual(await entriesOf(keys, key.keyId), [
        [1, undefined, 'active', 'u-admin'],
        [2, 'active', 'revoked', 'u-admin'],
      ]);
    },
  },
  {
    title: 'a retiring key can be revoked at once',
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { text, key } = await keys.create();
      const next = expectRight(await keys.rotate(key.keyId));
      expectRight(await keys.revoke(key.keyId));
      assert.deepEqual([await keys.opens(text), await keys.opens(next.text)], [false, true]);
      assert.deepEqual(
        (await entriesOf(keys, key.keyId)).map(([, from, to]) => [from, to]),
        [
          [undefined, 'active'],
          ['active', 'retiring'],
          ['retiring', 'revoked'],
        ],
      );
    },
  },
  {
    title: 'the list says when a key was last used, to the minute, and not when it was guessed at',
    asksStore: true,
    run: async (storage) => {
      const keys = await openKeys(storage);
      const { text, key } = await keys.create();
      const lastUsedAt = async () =>
        (await keys.list()).find(({ keyId }) => keyId === key.keyId)?.lastUsedAt;
      await keys.opens(`${text}0`);
      assert.equal(await lastUsedAt(), undefined);

      const used = keys.clock.now();
      for (const [ms, said] of [
        [0, used],
        [59_999, used],
        [1, used + 60_000],
      ] as const) {
        keys.clock.advance(ms);
        assert.equal(await keys.opens(text), true);
        await eventually(async () => (await lastUsedAt()) === said);
      }
    },
  },
];

export const apiKeyScenarios: ReadonlyArray<Scenario> = [...makingScenarios, ...endingScenarios];
