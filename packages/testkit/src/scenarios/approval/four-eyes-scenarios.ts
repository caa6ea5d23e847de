import assert from 'node:assert/strict';
import { E, type Storage } from '@hundi/core';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { decide, decideJob, LARGE, waiting } from '../stage/approval-stage.js';
import { openCheckouts } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

/** Two people who may edit settings and approve, `u-head` and `u-admin`, beside the checkers of the demo. */
const PEOPLE = {
  roles: [
    ...demoRoles().filter(({ roleCode }) => roleCode !== 'head'),
    {
      ...demoRoles().find(({ roleCode }) => roleCode === 'checker'),
      roleCode: 'head',
      permissions: [
        'settings.view',
        'settings.edit',
        'settings.approve',
        'transaction.approve',
        'beneficiary.approve',
      ],
    },
  ] as ReturnType<typeof demoRoles>,
  users: demoUsers('acme').map((user) =>
    user.userId === 'u-admin' ? { ...user, roleCodes: ['admin', 'head', 'checker'] } : user,
  ),
};

const open = (storage: Storage) => openStage(storage, PEOPLE);

const keyBy = async ({ engine, tenant }: Stage, by: string, name = 'tills'): Promise<string> => {
  const input = { actorUserId: by, name, scopes: ['payments'] } as const;
  return expectRight(await engine.createApiKey(tenant, input)).key.keyId;
};

const rotated = async ({ engine, tenant }: Stage, keyId: string, by: string): Promise<string> => {
  return expectRight(await engine.rotateApiKey(tenant, { actorUserId: by, keyId })).key.keyId;
};

const payee = async (
  { engine, tenant }: Stage,
  keyId: string | undefined,
  beneId = 'FRESH01',
  initiatedByUserId = 'u-maker',
) => {
  const created = await engine.createBeneficiary(tenant, {
    initiatedByUserId,
    beneId,
    beneName: `Payee ${beneId}`,
    benePhoneNumber: '+919800000009',
    benePackageCodes: ['VENDOR'],
    beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
    ...(keyId !== undefined && { via: { keyId } }),
  });
  return expectRight(created).beneficiary.beneficiaryId;
};

/** The refusal, or the state after it. */
const authorize = async (
  { engine, tenant }: Stage,
  beneficiaryId: string,
  by: string,
  {
    via,
    action = 'approve',
  }: { readonly via?: string; readonly action?: 'approve' | 'reject' } = {},
): Promise<string> => {
  const decided = await engine.authorizeBeneficiary(tenant, {
    beneficiaryId,
    actorUserId: by,
    action,
    ...(via !== undefined && { via: { keyId: via } }),
  });
  return E.isLeft(decided) ? decided.left._tag : decided.right.beneficiary.approvalState;
};

const waitsFor = async ({ engine, tenant }: Stage, by: string) =>
  expectRight(await engine.listApprovals(tenant, { actorUserId: by, limit: 100 })).items;

export const fourEyesScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a person decides on no payout that came by a key of theirs, alone, with others or as a job',
    run: async (storage) => {
      const stage = await open(storage);
      const via = await keyBy(stage, 'u-admin');
      const { jobId, ids } = await stage.post([{ amount: LARGE }, { amount: LARGE }], { via });
      await stage.runDue();
      const others = await waiting(stage);

      for (const action of ['approve', 'reject'] as const) {
        assert.deepEqual(await decide(stage, 'u-admin', ids.slice(0, 1), action), ['CameByOwnKey']);
        assert.deepEqual(await decideJob(stage, 'u-admin', jobId, action), [
          'CameByOwnKey',
          'CameByOwnKey',
        ]);
      }
      assert.deepEqual(await decide(stage, 'u-admin', [...ids, ...others]), [
        'CameByOwnKey',
        'CameByOwnKey',
        'approved',
      ]);
      assert.deepEqual(await decide(stage, 'u-checker', ids.slice(0, 1)), ['approved']);
      assert.deepEqual(await decideJob(stage, 'u-checker', jobId, 'reject'), ['rejected']);
    },
  },
  {
    title:
      'the list of payouts for a person to decide leaves out those that came by a key of theirs, and names the keys of the rest',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const via = await keyBy(stage, 'u-admin');
      const own = await waiting(stage, 1, 'VENDOR', { via });
      stage.clock.advance(1_000);
      const [by] = await waiting(stage);

      assert.deepEqual(
        (await waitsFor(stage, 'u-admin')).map((one) => [one.transactionId, one.via]),
        [[by, undefined]],
      );
      assert.deepEqual(
        (await waitsFor(stage, 'u-checker')).map((one) => [one.transactionId, one.via]),
        [
          [by, undefined],
          [own[0], { keyId: via }],
        ],
      );
    },
  },
  {
    title: 'on behalf of who made a key nobody decides on what came by it',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant, clock } = stage;
      const deputy = { actorUserId: 'u-admin', deputyUserId: 'u-clerk' };
      expectRight(await engine.nameDeputy(tenant, { ...deputy, until: clock.now() + 60_000 }));
      const own = await waiting(stage, 1, 'VENDOR', { via: await keyBy(stage, 'u-admin') });
      const others = await waiting(stage, 1, 'VENDOR', { via: await keyBy(stage, 'u-head') });

      assert.deepEqual(
        (await waitsFor(stage, 'u-clerk')).map((one) => one.transactionId),
        others,
      );
      for (const action of ['approve', 'reject'] as const)
        assert.deepEqual(await decide(stage, 'u-clerk', own, action), ['CameByOwnKey']);
      assert.deepEqual(await decide(stage, 'u-clerk', others), ['approved']);
    },
  },
  {
    title: 'neither who replaced a key nor who made the keys before it decides on what came by it',
    run: async (storage) => {
      const stage = await open(storage);
      const first = await keyBy(stage, 'u-admin');
      const second = await rotated(stage, first, 'u-head');
      const late = await waiting(stage, 1, 'VENDOR', { via: second });
      const early = await waiting(stage, 1, 'VENDOR', { via: first });

      assert.deepEqual(await decide(stage, 'u-admin', late), ['CameByOwnKey']);
      assert.deepEqual(await decide(stage, 'u-head', late), ['CameByOwnKey']);
      assert.deepEqual(await decide(stage, 'u-admin', early), ['CameByOwnKey']);
      assert.deepEqual(await decide(stage, 'u-checker', [...late, ...early]), [
        'approved',
        'approved',
      ]);
      const payeeId = await payee(stage, second);
      assert.equal(await authorize(stage, payeeId, 'u-admin'), 'CameByOwnKey');
      assert.equal(await authorize(stage, payeeId, 'u-head'), 'CameByOwnKey');
      assert.equal(await authorize(stage, payeeId, 'u-checker'), 'approved');
    },
  },
  {
    title:
      'a person cannot authorize a payee that came by a key of theirs, in person or by any key',
    run: async (storage) => {
      const stage = await open(storage);
      const via = await keyBy(stage, 'u-admin');
      const payeeId = await payee(stage, via);

      for (const action of ['approve', 'reject'] as const)
        for (const by of [{ action }, { action, via }, { action, via: 'another' }])
          assert.equal(await authorize(stage, payeeId, 'u-admin', by), 'CameByOwnKey');
      assert.equal(await authorize(stage, payeeId, 'u-checker', { via }), 'approved');
    },
  },
  {
    title:
      'where the corporate asks for it, no key of a person who made the key of a payee, or had it rotated, authorizes it',
    run: async (storage) => {
      const stage = await openStage(storage, { ...PEOPLE, keysSeparateDuties: true });
      const byKey = (id: string, key: string) => authorize(stage, id, 'u-checker', { via: key });
      const via = await keyBy(stage, 'u-admin');
      const sameMaker = await keyBy(stage, 'u-admin', 'others');
      const otherMaker = await keyBy(stage, 'u-head', 'of the head');

      const one = await payee(stage, via);
      assert.equal(await byKey(one, via), 'CameBySameKey');
      assert.equal(await byKey(one, sameMaker), 'CameBySameKey');
      assert.equal(await byKey(one, otherMaker), 'approved');

      const two = await payee(stage, via, 'FRESH02');
      const rotatedByHead = await rotated(stage, via, 'u-head');
      for (const key of [via, rotatedByHead, otherMaker, sameMaker])
        assert.equal(await byKey(two, key), 'CameBySameKey');
      const three = await payee(stage, otherMaker, 'FRESH03');
      assert.equal(await byKey(three, via), 'CameBySameKey');
      assert.equal(await byKey(three, sameMaker), 'approved');
      assert.equal(await authorize(stage, two, 'u-checker'), 'approved');
    },
  },
  {
    title:
      'where the corporate asks for it, no key of the person who made a payee authorizes it, by whatever way it came',
    run: async (storage) => {
      const users = PEOPLE.users.map((user) =>
        user.userId === 'u-admin' ? { ...user, roleCodes: ['admin', 'maker'] } : user,
      );
      const stage = await openStage(storage, { ...PEOPLE, users, keysSeparateDuties: true });
      const own = await keyBy(stage, 'u-admin');
      const other = await keyBy(stage, 'u-head', 'of the head');
      const inPerson = await payee(stage, undefined, 'FRESH01', 'u-admin');
      const byOther = await payee(stage, other, 'FRESH02', 'u-admin');

      for (const id of [inPerson, byOther])
        assert.equal(await authorize(stage, id, 'u-checker', { via: own }), 'CameBySameKey');
      assert.equal(await authorize(stage, inPerson, 'u-checker', { via: other }), 'approved');
      assert.equal(await authorize(stage, byOther, 'u-checker'), 'approved');
    },
  },
  {
    title: 'one key may name maker and checker where the corporate asks for nothing else',
    run: async (storage) => {
      const stage = await open(storage);
      const via = await keyBy(stage, 'u-admin');
      assert.equal(
        await authorize(stage, await payee(stage, via), 'u-checker', { via }),
        'approved',
      );
    },
  },
  {
    title: 'a person does not approve the payout of a checkout that a key of theirs opened',
    run: async (storage) => {
      const stage = await openCheckouts(storage, PEOPLE);
      const via = await keyBy(stage, 'u-admin');
      const { browser } = await stage.start({ via });
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
      const ids = (await waitsFor(stage, 'u-checker')).map(({ transactionId }) => transactionId);

      assert.equal(ids.length, 1);
      assert.deepEqual(await decide(stage, 'u-admin', ids), ['CameByOwnKey']);
      assert.deepEqual(await decide(stage, 'u-checker', ids), ['approved']);
    },
  },
];
