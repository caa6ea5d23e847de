import assert from 'node:assert/strict';
import { stageDocument } from '../stage/stage-document.js';
import { anOrder, openCollection, outcomeOf } from '../stage/collection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';

const DAY = 86_400_000;
const ADMIN = 'u-admin';

const SETTINGS = { destinationHosts: ['new.example'], statementDescriptor: 'ACME NEW' };

export const checkoutSettingsScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a person changes where customers may go back to, for the sessions to come',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { engine, tenant } = stage;
      const { browser } = await stage.checkout();
      const typed = { ...SETTINGS, destinationHosts: ['New.EXAMPLE'] };
      expectRight(await engine.putCheckoutSettings(tenant, { actorUserId: ADMIN, ...typed }));

      assert.deepEqual(
        expectRight(await engine.getCheckoutSettings(tenant, { actorUserId: ADMIN })),
        SETTINGS,
      );
      const create = (host: string) =>
        engine.createCollection(stage.merchant, {
          ...anOrder({ success_url: `https://${host}/`, cancel_url: `https://${host}/` }),
          key: host,
        });
      assert.equal(outcomeOf(await create('shop.example')), 'InvalidInput');
      expectRight(await create('new.example'));
      await stage.payCard(browser);
      assert.match(
        outcomeOf(await engine.returnFromCollection(browser)),
        /^https:\/\/shop\.example\//,
      );
      assert.deepEqual(
        (await stage.journal('acme')).map(({ actor, changes }) => [actor, changes]),
        [[ADMIN, SETTINGS]],
      );
    },
  },
  {
    title: 'applying the same document again leaves settings as people left them',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { engine, tenant } = stage;
      await engine.putCheckoutSettings(tenant, { actorUserId: ADMIN, ...SETTINGS });
      expectRight(await engine.provision(stageDocument()));
      const changed = { destinationHosts: ['other.example'], statementDescriptor: 'OTHER' };
      expectRight(await engine.provision(stageDocument({ checkout: changed })));

      assert.deepEqual(
        expectRight(await engine.getCheckoutSettings(tenant, { actorUserId: ADMIN })),
        SETTINGS,
      );
    },
  },
  {
    title:
      'without settings.view a person sees no settings, and without settings.edit they change none',
    run: async (storage) => {
      const { engine, tenant } = await openCollection(storage);
      const maker = { actorUserId: 'u-maker' };

      assert.equal(outcomeOf(await engine.getCheckoutSettings(tenant, maker)), 'SettingsDenied');
      assert.equal(
        outcomeOf(await engine.putCheckoutSettings(tenant, { ...maker, ...SETTINGS })),
        'SettingsDenied',
      );
      assert.equal(
        outcomeOf(await engine.getCheckoutSettings(tenant, { actorUserId: 'u-nobody' })),
        'ActorNotFound',
      );
    },
  },
  {
    title: 'a rotated secret key stays good for a day, and no stranger, old or changed one is',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { engine, tenant, merchant, secretKey } = stage;
      const isIn = async (key: string) => outcomeOf(await engine.authenticateSecretKey(key));
      const rotate = (keyId: string) =>
        engine.rotateSecretKey(tenant, { actorUserId: ADMIN, keyId });
      const next = expectRight(await rotate(merchant.keyId));

      assert.equal(outcomeOf(await rotate(merchant.keyId)), 'TooManyLiveKeys');
      assert.equal(outcomeOf(await rotate('0000')), 'ApiKeyNotFound');
      for (const wrong of [
        '',
        secretKey.slice(0, -1),
        `${secretKey}0`,
        secretKey.replace('sk_', 'pak_'),
        secretKey.replace(merchant.keyId, next.keyId),
        stage.credentials.corporates['acme']?.apiKeys['erp'] ?? '',
      ])
        assert.equal(await isIn(wrong), 'InvalidSecretKey', wrong);
      stage.clock.advance(DAY - 1);
      assert.equal(await isIn(secretKey), '[object Object]');
      stage.clock.advance(1);
      assert.equal(await isIn(secretKey), 'InvalidSecretKey');
      assert.equal(await isIn(next.text), '[object Object]');
      assert.equal(outcomeOf(await rotate(merchant.keyId)), 'ApiKeyNotLive');
    },
  },
  {
    title: 'a revoked secret key opens nothing from the next request on, and its sessions go on',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { engine, tenant, merchant, secretKey } = stage;
      const { browser } = await stage.checkout();
      const revoke = (actorUserId: string, keyId = merchant.keyId, of = tenant) =>
        engine.revokeSecretKey(of, { actorUserId, keyId });
      const globex = { ...tenant, corporateTenantId: 'globex' as never };

      assert.equal(outcomeOf(await revoke('u-maker')), 'SettingsDenied');
      assert.equal(outcomeOf(await revoke('u-nobody')), 'ActorNotFound');
      assert.equal(outcomeOf(await revoke(ADMIN, '0000')), 'ApiKeyNotFound');
      assert.equal(outcomeOf(await revoke(ADMIN, merchant.keyId, globex)), 'ApiKeyNotFound');
      const input = { actorUserId: ADMIN, keyId: merchant.keyId };
      const next = expectRight(await engine.rotateSecretKey(tenant, input));
      const revoked = expectRight(await revoke(ADMIN));
      stage.clock.advance(1);

      assert.deepEqual(expectRight(await revoke(ADMIN)), revoked);
      assert.equal(outcomeOf(await engine.authenticateSecretKey(secretKey)), 'InvalidSecretKey');
      expectRight(await engine.authenticateSecretKey(next.text));
      assert.deepEqual(await stage.states(`sk_${merchant.keyId}`), [
        'active',
        'retiring',
        'revoked',
      ]);
      assert.equal(await stage.payCard(browser), 'paid');
      assert.match(
        outcomeOf(await engine.returnFromCollection(browser)),
        /^https:\/\/shop\.example\/thanks/,
      );
      expectRight(await engine.rotateSecretKey(tenant, { actorUserId: ADMIN, keyId: next.keyId }));
    },
  },
];
