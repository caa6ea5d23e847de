import assert from 'node:assert/strict';
import type { Storage, TransactionId, UserId } from '@hundi/core';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { decide, first, waiting } from '../approval/approval-stage.js';
import type { Scenario } from '../scenario.js';
import { expectRight, openStage, type Stage } from '../stage.js';

const ADMIN = 'u-admin' as UserId;
const ADMIN_2 = 'u-admin-2' as UserId;

/** The demo's people, and a second administrator, who makes payouts, too. */
const TWO_ADMINS: Partial<CorporateInput> = {
  users: [
    ...demoUsers('acme'),
    {
      userId: ADMIN_2,
      username: 'admin-2',
      kind: 'human',
      approvalState: 'approved',
      email: 'admin-2@acme.example',
      roleCodes: ['admin', 'maker'],
    },
  ],
};

const open = async (storage: Storage) => {
  const stage = await openStage(storage, TWO_ADMINS);
  const input = (userId: string, actorUserId: string) => ({ actorUserId, userId });
  const { engine, tenant } = stage;
  return {
    ...stage,
    suspend: async (who: string, by: string = ADMIN) =>
      engine.suspendPerson(tenant, input(who, by)),
    reinstate: async (who: string, by: string = ADMIN) =>
      engine.reinstatePerson(tenant, input(who, by)),
    /** A payout of a person that waits for its day. */
    dated: async (by: string): Promise<TransactionId> => {
      const { ids } = await stage.post([{ payoutDate: TUESDAY }], { by });
      await stage.runDue();
      return first(ids);
    },
  };
};

const TUESDAY = '2026-01-06';
const DAY = 86_400_000;

const statusOf = async (stage: Stage, id: TransactionId) => {
  const { status, statusDetails } = await stage.payout(id);
  return [status, statusDetails?.code];
};

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
      await stage.advance(DAY);
      assert.deepEqual(await statusOf(stage, scheduled), ['paid', undefined]);
      assert.deepEqual(await statusOf(stage, first(capex)), ['paid', undefined]);
    },
  },
];
