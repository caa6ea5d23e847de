import assert from 'node:assert/strict';
import { E, type Storage } from '@hundi/core';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';

const DAY = 86_400_000;

/** Acme has a role that approves payees of one package and nothing else, which `u-vendors` holds. */
const vendors = (): Partial<CorporateInput> => {
  const [someone] = demoUsers('acme');
  assert.ok(someone);
  const vendorsOnly = {
    roleCode: 'vendors',
    permissions: ['beneficiary.approve' as const],
    packageCodes: ['VENDOR'],
    debitAccountIds: [],
  };
  const holder = { userId: 'u-vendors', username: 'vendors', email: 'vendors@acme.example' };
  return {
    roles: [...demoRoles(), vendorsOnly],
    users: [...demoUsers('acme'), { ...someone, ...holder, roleCodes: ['vendors'] }],
  };
};

const open = async (storage: Storage, acme: Partial<CorporateInput> = {}) => {
  const stage = await openStage(storage, acme);
  const { engine, tenant, clock } = stage;
  const named = (who: string, deputyUserId: string) =>
    engine.nameDeputy(tenant, { actorUserId: who, deputyUserId, until: clock.now() + DAY });
  let count = 0;
  return {
    ...stage,
    named,
    name: async (...asked: Parameters<typeof named>) => void expectRight(await named(...asked)),
    /** A payee that waits for a checker. */
    payee: async (by = 'u-maker', packageCode = 'VENDOR', keyId?: string) => {
      const n = String((count += 1));
      const created = await engine.createBeneficiary(tenant, {
        initiatedByUserId: by,
        beneId: `FRESH0${n}`,
        beneName: `Fresh Foods ${n}`,
        benePhoneNumber: '+919800000009',
        benePackageCodes: [packageCode],
        beneBankAccounts: [{ accountNumber: `70000000000${n}`, ifscCode: 'SBIN0000001' }],
        ...(keyId !== undefined && { via: { keyId } }),
      });
      return expectRight(created).beneficiary.beneficiaryId;
    },
    decide: async (
      by: string,
      beneficiaryId: string,
      action: 'approve' | 'reject' = 'approve',
    ): Promise<string> => {
      const asked = { actorUserId: by, beneficiaryId, action };
      const done = await engine.authorizeBeneficiary(tenant, asked);
      return E.isLeft(done) ? done.left._tag : done.right.beneficiary.approvalState;
    },
    whoCan: async (beneficiaryId: string) => {
      const asked = { actorUserId: 'u-admin', beneficiaryId };
      return expectRight(await engine.whyWaiting(tenant, asked)).waitingFor[0]?.people;
    },
  };
};

export const payeeDeputyScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a deputy sees and decides on payees, and on changes of them, in the roles of the person who named them, until then; the journal names both',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const [one, two, late] = [await stage.payee(), await stage.payee(), await stage.payee()];
      assert.equal(await stage.decide('u-clerk', one), 'NotAChecker');
      await stage.name('u-checker', 'u-clerk');
      const asked = { actorUserId: 'u-clerk', page: 1, limit: 50 };
      const waits = { ...asked, state: 'pending_approval', search: 'Fresh' } as const;
      assert.equal(expectRight(await engine.browseBeneficiaries(tenant, waits)).total, 3);
      const looked = await engine.getBeneficiary(tenant, { ...asked, beneficiaryId: one });
      assert.equal(E.isRight(looked), true);
      assert.deepEqual(await stage.whoCan(one), ['both', 'checker', 'clerk']);

      assert.equal(await stage.decide('u-clerk', one), 'approved');
      assert.equal(await stage.decide('u-clerk', two, 'reject'), 'rejected');
      const last = (await stage.journal(one)).at(-1);
      assert.deepEqual(
        [last?.to, last?.actor, last?.changes['onBehalfOf']],
        ['approved', 'u-clerk', 'u-checker'],
      );
      const change = { initiatedByUserId: 'u-maker', beneName: 'Fresh Food Ltd' };
      expectRight(await engine.changeBeneficiary(tenant, { ...change, beneficiaryId: one }));
      assert.equal(await stage.decide('u-clerk', one), 'approved');

      stage.clock.advance(DAY);
      assert.equal(await stage.decide('u-clerk', late), 'NotAChecker');
      const over = expectLeft(await engine.browseBeneficiaries(tenant, { ...asked, search: '' }));
      assert.equal(over._tag, 'NotABeneficiaryReader');
    },
  },
  {
    title:
      'neither a deputy nor who named them decides on a payee that one of the two made or asked to change, or that came by a key of theirs',
    run: async (storage) => {
      const stage = await open(storage, {
        users: demoUsers('acme').map((user) =>
          user.userId === 'u-both' ? { ...user, roleCodes: [...user.roleCodes, 'admin'] } : user,
        ),
      });
      const { engine, tenant } = stage;
      const key = { actorUserId: 'u-both', name: 'tills', scopes: ['payments'] } as const;
      const { keyId } = expectRight(await engine.createApiKey(tenant, key)).key;
      await stage.name('u-both', 'u-clerk');
      await stage.name('u-checker', 'u-maker');
      const [ofBoth, ofMaker, byKey] = [
        await stage.payee('u-both'),
        await stage.payee('u-maker'),
        await stage.payee('u-maker-2', 'VENDOR', keyId),
      ];
      for (const action of ['approve', 'reject'] as const) {
        assert.equal(await stage.decide('u-clerk', ofBoth, action), 'OwnBeneficiary');
        assert.equal(await stage.decide('u-maker', ofMaker, action), 'OwnBeneficiary');
        assert.equal(await stage.decide('u-clerk', byKey, action), 'CameByOwnKey');
      }
      assert.deepEqual(await stage.whoCan(ofBoth), ['checker', 'maker']);
      assert.deepEqual(await stage.whoCan(byKey), ['checker', 'maker']);
      assert.equal(await stage.decide('u-maker', ofBoth), 'approved');
      assert.equal(await stage.decide('u-clerk', ofMaker), 'approved');
      const change = { initiatedByUserId: 'u-both', beneName: 'Fresh Food Ltd' };
      expectRight(await engine.changeBeneficiary(tenant, { ...change, beneficiaryId: ofMaker }));
      assert.equal(await stage.decide('u-clerk', ofMaker), 'OwnBeneficiary');

      // Who is the deputy of two decides in the roles of whom nothing bars.
      await stage.name('u-checker', 'u-clerk');
      assert.equal(await stage.decide('u-clerk', ofMaker), 'approved');
      assert.equal(await stage.decide('u-clerk', byKey), 'approved');
      assert.equal((await stage.journal(byKey)).at(-1)?.changes['onBehalfOf'], 'u-checker');
    },
  },
  {
    title:
      'who approves payees alone names a deputy, who decides on payees of their packages only, and while both are active',
    run: async (storage) => {
      const stage = await open(storage, vendors());
      const { engine, tenant } = stage;
      await stage.name('u-vendors', 'u-clerk');
      assert.equal(expectLeft(await stage.named('u-clerk', 'u-maker'))._tag, 'NotAnApprover');
      const [vendor, salary] = [await stage.payee(), await stage.payee('u-maker', 'SALARY')];
      assert.equal(await stage.decide('u-clerk', salary), 'BeneficiaryNotFound');
      const asked = { actorUserId: 'u-clerk', limit: 10 };
      assert.equal(expectLeft(await engine.listApprovals(tenant, asked))._tag, 'NotAnApprover');
      const suspended = { actorUserId: 'u-admin', userId: 'u-vendors' };
      expectRight(await engine.suspendPerson(tenant, suspended));
      assert.equal(await stage.decide('u-clerk', vendor), 'NotAChecker');
      expectRight(await engine.reinstatePerson(tenant, suspended));
      assert.equal(await stage.decide('u-clerk', vendor), 'approved');
    },
  },
];
