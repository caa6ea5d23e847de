import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { stageDocument } from '../stage/stage-document.js';
import { cancel, decide, first, waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import {
  ADMIN,
  ADMIN_2,
  open,
  QUARTER,
  statusOf,
  THREE_ADMINS,
  TUESDAY,
  TUESDAY_STARTS,
} from '../stage/under-way-stage.js';

export const underWayScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'suspending says what goes on: unsent payouts that the user made or approved, and keys of theirs',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const scheduled = await stage.dated('u-maker');
      const [pending] = await waiting(stage);
      const [capex] = await waiting(stage, 1, 'CAPEX');
      await stage.pay([{}]);
      await stage.dated('u-maker-2');
      assert.deepEqual(await decide(stage, 'u-checker', [capex as TransactionId]), [
        'partially_approved',
      ]);
      const key = { actorUserId: ADMIN_2, name: 'tills', scopes: ['payments'] } as const;
      const made = expectRight(await engine.createApiKey(tenant, key)).key.keyId;
      const next = { actorUserId: ADMIN, keyId: made };
      const after = expectRight(await engine.rotateApiKey(tenant, next)).key.keyId;
      const shop = { actorUserId: ADMIN_2, name: 'shop 2' };
      const secret = expectRight(await engine.createSecretKey(tenant, shop)).keyId;

      const maker = expectRight(await stage.suspend('u-maker'));
      assert.equal(maker.underWay.isComplete, true);
      assert.equal(maker.underWay.made.count, 3);
      assert.deepEqual(
        maker.underWay.made.items,
        [
          { transactionId: scheduled, status: 'scheduled', payoutDate: TUESDAY },
          { transactionId: pending, status: 'pending_approval' },
          { transactionId: capex, status: 'partially_approved' },
        ].sort((a, b) => (String(a.transactionId) < String(b.transactionId) ? -1 : 1)),
      );
      assert.deepEqual([maker.underWay.approved.count, maker.underWay.keys], [0, []]);
      const checker = expectRight(await stage.suspend('u-checker'));
      assert.equal(checker.underWay.made.count, 0);
      assert.deepEqual(checker.underWay.approved, {
        count: 1,
        items: [{ transactionId: capex, status: 'partially_approved' }],
      });
      const admin = expectRight(await stage.suspend(ADMIN_2));
      assert.deepEqual(
        admin.underWay.keys.map(({ keyId, kind }) => [keyId, kind]),
        [...[made, after].sort().map((id) => [id, 'api_key']), [secret, 'secret_key']],
      );
      assert.deepEqual(expectRight(await stage.suspend('u-maker')), maker);
    },
  },
  {
    title:
      'without a hold a payout of a suspended user goes to the bank on its day, and an approval of theirs counts',
    run: async (storage) => {
      const stage = await open(storage);
      const scheduled = await stage.dated('u-maker');
      const capex = await waiting(stage, 1, 'CAPEX', { by: 'u-maker-2' });
      await decide(stage, 'u-checker', capex);
      for (const who of ['u-maker', 'u-checker']) expectRight(await stage.suspend(who));

      assert.deepEqual(await decide(stage, 'u-head', capex), ['approved']);
      await stage.advance(TUESDAY_STARTS - stage.clock.now());
      assert.deepEqual(await statusOf(stage, scheduled), ['paid', undefined]);
      assert.deepEqual(await statusOf(stage, first(capex)), ['paid', undefined]);
    },
  },
  {
    title: 'payouts that a user on hold made or approved wait for a second person, and no others',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const scheduled = await stage.dated('u-maker');
      const capex = first(await waiting(stage, 1, 'CAPEX', { by: 'u-maker-2' }));
      await decide(stage, 'u-checker', [capex]);
      const hold = (userId: string) =>
        engine.suspendPerson(tenant, { actorUserId: ADMIN, userId, hold: true });
      const { heldAt, heldBy } = expectRight(await hold('u-maker'));
      assert.deepEqual([heldAt, heldBy], [stage.clock.now(), ADMIN]);
      assert.deepEqual(await statusOf(stage, scheduled), ['scheduled', 'held_for_review']);
      expectRight(await hold('u-checker'));
      assert.equal(expectLeft(await hold(ADMIN_2))._tag, 'NobodyToRelease');

      await stage.advance(TUESDAY_STARTS - stage.clock.now());
      assert.deepEqual(await decide(stage, 'u-head', [capex]), ['approved']);
      const { ids } = await stage.post([{}], { by: 'u-maker-2' });
      await stage.runDue();
      assert.deepEqual(await statusOf(stage, scheduled), ['scheduled', 'held_for_review']);
      assert.deepEqual(await statusOf(stage, capex), ['approved', 'held_for_review']);
      assert.deepEqual(await statusOf(stage, first(ids)), ['paid', undefined]);

      const release = (userId: string, actorUserId: string) =>
        engine.releasePerson(tenant, { actorUserId, userId });
      assert.equal(expectLeft(await release('u-maker', ADMIN))._tag, 'OwnHold');
      assert.equal(expectLeft(await release('u-maker', 'u-head'))._tag, 'SettingsDenied');
      assert.equal(expectLeft(await release('u-none', ADMIN_2))._tag, 'PersonNotFound');
      const { isSuspended, heldAt: over } = expectRight(await release('u-maker', ADMIN_2));
      assert.deepEqual([isSuspended, over], [true, undefined]);
      assert.deepEqual(await statusOf(stage, scheduled), ['scheduled', undefined]);
      await stage.advance(QUARTER);
      assert.deepEqual(await statusOf(stage, scheduled), ['paid', undefined]);
      assert.deepEqual(await statusOf(stage, capex), ['approved', 'held_for_review']);
      expectRight(await release('u-checker', ADMIN_2));
      await stage.advance(QUARTER);
      assert.deepEqual(await statusOf(stage, capex), ['paid', undefined]);
      assert.deepEqual(
        (await stage.journal('user_u-maker')).map(({ to, actor, changes }) => [to, actor, changes]),
        [
          ['suspended', ADMIN, {}],
          ['suspended', ADMIN, { held: true }],
          ['suspended', ADMIN_2, { held: false }],
        ],
      );
    },
  },
  {
    title:
      'a hold outlives reinstatement and provisioning, covers what comes by keys of the user, and not what they make later',
    run: async (storage) => {
      const stage = await open(storage, THREE_ADMINS);
      const { engine, tenant } = stage;
      const key = { actorUserId: ADMIN, name: 'tills', scopes: ['payments'] } as const;
      const { keyId } = expectRight(await engine.createApiKey(tenant, key)).key;
      const scheduled = await stage.dated('u-maker');
      const held = { actorUserId: ADMIN_2, hold: true } as const;
      for (const userId of ['u-maker', ADMIN])
        expectRight(await engine.suspendPerson(tenant, { ...held, userId }));
      expectRight(await engine.provision(stageDocument(THREE_ADMINS)));
      for (const who of ['u-maker', ADMIN]) expectRight(await stage.reinstate(who, ADMIN_2));
      stage.clock.advance(1);
      await stage.advance(TUESDAY_STARTS - stage.clock.now());
      const { ids } = await stage.post([{}], { by: 'u-maker' });
      const byKey = await stage.post([{}], { by: 'u-maker-2', via: keyId });
      await stage.runDue();

      assert.deepEqual(await statusOf(stage, first(ids)), ['paid', undefined]);
      assert.deepEqual(await statusOf(stage, scheduled), ['scheduled', 'held_for_review']);
      assert.deepEqual(await statusOf(stage, first(byKey.ids)), ['approved', 'held_for_review']);
      const [shown] = expectRight(await engine.listPeople(tenant, { actorUserId: ADMIN })).filter(
        ({ userId }) => userId === 'u-maker',
      );
      assert.deepEqual([shown?.isSuspended, shown?.heldBy], [false, ADMIN_2]);
      const own = await engine.releasePerson(tenant, { actorUserId: ADMIN, userId: ADMIN });
      assert.equal(expectLeft(own)._tag, 'OwnHold');
      assert.equal(await cancel(stage, ADMIN, scheduled), 'cancelled');
    },
  },
];
