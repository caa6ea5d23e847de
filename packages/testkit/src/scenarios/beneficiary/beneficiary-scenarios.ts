import assert from 'node:assert/strict';
import { E, type BeneficiaryId, type Hundi } from '@hundi/core';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { demoPackages } from '../../kit/sandbox/demo-packages.js';
import { idsIn } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const details = {
  initiatedByUserId: 'u-maker',
  beneId: 'FRESH01',
  beneName: 'Fresh Foods',
  benePhoneNumber: '+919800000009',
  benePackageCodes: ['VENDOR'],
  beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
};

const OTHER = {
  beneId: 'OTHER01',
  beneName: 'Other Foods',
  beneBankAccounts: [{ accountNumber: '700000000009', ifscCode: 'SBIN0000001' }],
};

type Members = Partial<Parameters<Hundi['createBeneficiary']>[1]>;

const create = (stage: Stage, members: Members = {}) =>
  stage.engine.createBeneficiary(stage.tenant, { ...details, ...members });

/** The refusal of a creation, or `created`. */
const tried = async (stage: Stage, members: Members = {}): Promise<string> => {
  const created = await create(stage, members);
  return E.isLeft(created) ? created.left._tag : 'created';
};

const created = async (stage: Stage, members: Members = {}): Promise<BeneficiaryId> =>
  expectRight(await create(stage, members)).beneficiary.beneficiaryId;

const authorize = (
  stage: Stage,
  beneficiaryId: string,
  by: string,
  action: 'approve' | 'reject' = 'approve',
) =>
  stage.engine.authorizeBeneficiary(stage.tenant, {
    beneficiaryId,
    actorUserId: by,
    action,
    comment: 'seen',
  });

const refusal = async (...args: Parameters<typeof authorize>): Promise<string> =>
  expectLeft(await authorize(...args))._tag;

const namesOf = async (stage: Stage, search: string): Promise<ReadonlyArray<string>> =>
  expectRight(
    await stage.engine.listBeneficiaries(stage.tenant, { page: 1, limit: 50, search }),
  ).items.map(({ name }) => name);

const browsed = async (
  stage: Stage,
  by: string,
  state?: 'approved' | 'pending_approval' | 'rejected',
  search = '',
) =>
  stage.engine.browseBeneficiaries(stage.tenant, {
    actorUserId: by,
    ...(state !== undefined && { state }),
    search,
    page: 1,
    limit: 100,
  });

export const beneficiaryScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'only people who make or approve payees see them in every state',
    run: async (storage) => {
      const stage = await openStage(storage);
      stage.clock.advance(1);
      const id = await created(stage);
      for (const by of ['u-maker', 'u-checker']) {
        const { items } = expectRight(await browsed(stage, by, 'pending_approval'));
        assert.deepEqual(
          items.map(({ beneId, status }) => [beneId, status]),
          [
            ['PENDING01', 'inactive'],
            ['FRESH01', 'inactive'],
          ],
        );
      }
      expectRight(await authorize(stage, id, 'u-checker', 'reject'));
      const [rejected] = expectRight(await browsed(stage, 'u-checker', 'rejected')).items;
      assert.deepEqual(
        [rejected?.beneficiaryId, rejected?.authorizedBy, rejected?.comment],
        [id, 'u-checker', 'seen'],
      );
      assert.equal(expectRight(await browsed(stage, 'u-maker')).total, 13);
      for (const [by, tag] of [
        ['u-clerk', 'NotABeneficiaryReader'],
        ['u-newcomer', 'NotABeneficiaryReader'],
        ['nobody', 'ActorNotFound'],
      ] as const)
        assert.equal(expectLeft(await browsed(stage, by))._tag, tag);
    },
  },
  {
    title: 'a payee of packages out of reach is absent for a person, who cannot authorize it',
    run: async (storage) => {
      const users = demoUsers('acme').map((user) =>
        user.userId === 'u-head' ? { ...user, roleCodes: ['vendors', 'salaries'] } : user,
      );
      const role = (roleCode: string, permission: 'approve' | 'make', packageCode: string) => ({
        roleCode,
        permissions: [`beneficiary.${permission}` as const],
        packageCodes: [packageCode],
      });
      const roles = [
        ...demoRoles(),
        role('vendors', 'approve', 'VENDOR'),
        role('salaries', 'make', 'SALARY'),
      ];
      const stage = await openStage(storage, { users, roles });
      const vendor = await created(stage);
      const capex = await created(stage, { ...OTHER, benePackageCodes: ['CAPEX'] });
      const seen = expectRight(await browsed(stage, 'u-head', 'pending_approval'));
      assert.ok(seen.items.some(({ beneficiaryId }) => beneficiaryId === vendor));
      assert.ok(!seen.items.some(({ beneficiaryId }) => beneficiaryId === capex));
      const all = expectRight(await browsed(stage, 'u-head')).items;
      assert.deepEqual(
        new Set(all.flatMap(({ packageCodes }) => packageCodes.slice(0, 1))),
        new Set(['VENDOR', 'SALARY']),
      );

      assert.equal(await refusal(stage, capex, 'u-head'), 'BeneficiaryNotFound');
      expectRight(await authorize(stage, vendor, 'u-head'));
      expectRight(await authorize(stage, capex, 'u-checker'));
    },
  },
  {
    title: 'a new payee waits, is approved by a checker, and is then listed and payable',
    run: async (storage) => {
      const stage = await openStage(storage);
      const answer = expectRight(
        await create(stage, {
          beneBankAccounts: [
            { accountNumber: '700000000001', ifscCode: 'SBIN0000001' },
            { accountNumber: '700000000002', ifscCode: 'ICIC0000001', isDefault: true },
          ],
        }),
      );
      const { beneficiaryId, accounts } = answer.beneficiary;
      assert.deepEqual(
        accounts.map(({ isDefault }) => isDefault),
        [false, true],
      );
      assert.deepEqual(await namesOf(stage, 'Fresh'), []);

      const approved = expectRight(await authorize(stage, beneficiaryId, 'u-checker'));
      assert.deepEqual(approved.beneficiary, {
        beneficiaryId,
        status: 'active',
        approvalState: 'approved',
        authorizedBy: 'u-checker',
        authorizedAt: stage.clock.now(),
        comment: 'seen',
      });
      const page = expectRight(
        await stage.engine.listBeneficiaries(stage.tenant, {
          page: 1,
          limit: 50,
          search: '700000000002',
        }),
      );
      assert.deepEqual(page.items, [
        {
          beneficiaryId,
          bankTenantId: 'demo-bank',
          corporateTenantId: 'acme',
          name: 'Fresh Foods',
          accountNumber: '700000000002',
          ifsc: 'ICIC0000001',
          bankName: 'ICICI Bank',
          phoneNumber: '+919800000009',
          beneficiaryType: 'vendor',
          status: 'active',
          approvalState: 'approved',
        },
      ]);
      const [paid] = await stage.pay([{ beneficiaryId }]);
      assert.equal(paid?.beneficiary?.accountNumber, '700000000002');
    },
  },
  {
    title: 'only an approved maker creates a payee, and only for usable packages',
    run: async (storage) => {
      const stage = await openStage(storage, {
        packages: demoPackages().map((one) =>
          one.packageCode === 'SALARY' ? { ...one, subscriptionStatus: 'suspended' } : one,
        ),
        beneficiaries: [],
      });
      assert.equal(await tried(stage, { initiatedByUserId: 'u-nobody' }), 'ActorNotFound');
      for (const by of ['u-checker', 'u-newcomer', 'u-clerk']) {
        assert.equal(await tried(stage, { initiatedByUserId: by }), 'NotABeneficiaryMaker');
      }
      for (const codes of [[], ['NONE'], ['SALARY'], ['VENDOR', 'SALARY']]) {
        assert.equal(await tried(stage, { benePackageCodes: codes }), 'InvalidInput');
      }
      const account = { ifscCode: 'SBIN0000001', isDefault: true };
      const numbers = ['111111', '222222', '333333', '444444', '555555', '666666'];
      const accounts = numbers.map((accountNumber) => ({ ...account, accountNumber }));
      for (const some of [[], accounts.slice(0, 2), accounts.map(notDefault)]) {
        assert.equal(await tried(stage, { beneBankAccounts: some }), 'InvalidInput');
      }
      assert.equal(await tried(stage), 'created');
    },
  },
  {
    title: 'a payee is created for packages that its maker’s roles reach, and for no others',
    run: async (storage) => {
      const roles = demoRoles().map((role) =>
        role.roleCode === 'clerk'
          ? { ...role, permissions: [...role.permissions, 'beneficiary.make' as const] }
          : role,
      );
      const stage = await openStage(storage, { roles });
      const by = { initiatedByUserId: 'u-clerk' };

      for (const benePackageCodes of [['SALARY'], ['VENDOR', 'SALARY']])
        assert.equal(await tried(stage, { ...by, benePackageCodes }), 'PackagesDenied');
      assert.equal(await tried(stage, { ...by, benePackageCodes: ['NONE'] }), 'InvalidInput');
      assert.equal(await tried(stage, by), 'created');
    },
  },
  {
    title: 'eight creations at once under one key make one payee, and all get its answer',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const engines = [stage.engine, stage.another()];
      const request = { route: 'r', key: 'k', values: {} };
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, i) =>
          expectRight(
            await (engines[i % 2] ?? stage.engine).idempotently(stage.tenant, request, (changes) =>
              changes.createBeneficiary(stage.tenant, details),
            ),
          ),
        ),
      );

      assert.equal(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size, 1);
      assert.deepEqual(
        answers.filter(({ replayed }) => !replayed).map(({ replayed }) => replayed),
        [false],
      );
    },
  },
  {
    title: 'the same name and any same account is a duplicate, however it is written',
    run: async (storage) => {
      const stage = await openStage(storage);
      const accounts = [
        { accountNumber: '700000000001', ifscCode: 'SBIN0000001' },
        { accountNumber: '700000000002', ifscCode: 'SBIN0000001' },
      ];
      await created(stage, { beneBankAccounts: accounts });
      const same = { beneId: 'OTHER01', beneBankAccounts: accounts.slice(1) };
      for (const beneName of ['Fresh Foods', 'FRESH  foods', ' fresh foods ', 'Ｆresh Foods']) {
        assert.equal(await tried(stage, { ...same, beneName }), 'DuplicateBeneficiary');
      }
      assert.equal(await tried(stage, { beneName: 'Somebody else' }), 'DuplicateBeneficiary');
      assert.equal(await tried(stage, { ...same, beneName: 'Fresh Food' }), 'created');
      const elsewhere = [{ accountNumber: '700000000003', ifscCode: 'SBIN0000001' }];
      assert.equal(
        await tried(stage, { beneId: 'OTHER02', beneBankAccounts: elsewhere }),
        'created',
      );
    },
  },
  {
    title: 'a rejected payee is no duplicate of the next one with its name and account',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await created(stage);
      expectRight(await authorize(stage, id, 'u-checker', 'reject'));
      assert.equal(await tried(stage, { beneId: 'FRESH02' }), 'created');
      assert.deepEqual(await namesOf(stage, 'Fresh'), []);
    },
  },
  {
    title:
      'a rejected payee frees its beneId, and a request that names it by its id still means it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const first = await created(stage);
      assert.equal(await tried(stage, { beneName: 'Fresh Fruits' }), 'DuplicateBeneficiary');
      expectRight(await authorize(stage, first, 'u-checker', 'reject'));
      const second = await created(stage, { beneName: 'Fresh Fruits' });
      expectRight(await authorize(stage, second, 'u-checker'));

      assert.equal(await tried(stage, { ...OTHER, beneId: 'FRESH01' }), 'DuplicateBeneficiary');
      assert.equal(await refusal(stage, first, 'u-checker'), 'NotAwaitingApproval');
      assert.deepEqual(await namesOf(stage, 'Fresh'), ['Fresh Fruits']);
      const paid = await stage.pay([{ beneficiaryId: first }, { beneficiaryId: second }]);
      assert.deepEqual(
        paid.map(({ status, statusDetails }) => [status, statusDetails?.code]),
        [
          ['rejected', 'beneficiary_not_approved'],
          ['paid', undefined],
        ],
      );
      assert.equal(paid[1]?.beneficiary?.name, 'Fresh Fruits');
    },
  },
  {
    title: 'when two creations under a freed beneId race, one wins',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      expectRight(await authorize(stage, await created(stage), 'u-checker', 'reject'));
      const engines = [stage, { ...stage, engine: stage.another() }];
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          tried(engines[i % 2] as Stage, { beneName: `Fresh ${String(i)}` }),
        ),
      );
      assert.deepEqual(
        outcomes.filter((one) => one !== 'DuplicateBeneficiary'),
        ['created'],
      );
    },
  },
  {
    title: 'two creations of one payee at the same time make one payee',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const engines = [stage, { ...stage, engine: stage.another() }];
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          tried(engines[i % 2] as Stage, { beneId: `FRESH${String(i).padStart(2, '0')}` }),
        ),
      );
      assert.equal(outcomes.filter((one) => one === 'created').length, 1);
    },
  },
  {
    title: 'authorizing checks the actor, the permission, the payee and its state, in this order',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await created(stage, { initiatedByUserId: 'u-both' });
      assert.equal(await refusal(stage, 'nothing', 'u-nobody'), 'ActorNotFound');
      assert.equal(await refusal(stage, 'nothing', 'u-maker'), 'NotAChecker');
      assert.equal(await refusal(stage, 'nothing', 'u-newcomer'), 'NotAChecker');
      assert.equal(await refusal(stage, 'nothing', 'u-checker'), 'BeneficiaryNotFound');
      assert.equal(await refusal(stage, id, 'u-both'), 'OwnBeneficiary');
      expectRight(await authorize(stage, id, 'u-checker'));
      assert.equal(await refusal(stage, id, 'u-checker'), 'NotAwaitingApproval');
      assert.equal(await refusal(stage, id, 'u-checker', 'reject'), 'NotAwaitingApproval');
    },
  },
  {
    title: 'checkers who authorize at the same time: one counts',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await created(stage);
      const other = { ...stage, engine: stage.another() };
      const answers = await Promise.all([
        authorize(stage, id, 'u-checker'),
        authorize(other, id, 'u-both', 'reject'),
      ]);
      assert.equal(answers.filter(E.isRight).length, 1);
      assert.equal((await stage.journal(id)).length, 2);
    },
  },
  {
    title: 'whatever is a duplicate of a payee finds it, in every list',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await created(stage, { beneName: 'Double  Blank' });
      await authorize(stage, id, 'u-checker');
      const { ids } = await stage.post([{ beneficiaryId: id }]);
      for (const search of ['Double Blank', 'Ｄｏｕｂｌｅ　Ｂｌａｎｋ', 'Double  Blank']) {
        assert.equal(
          await tried(stage, { beneId: 'AGAIN01', beneName: search }),
          'DuplicateBeneficiary',
        );
        assert.deepEqual(await namesOf(stage, search), ['Double  Blank']);
        const { items } = expectRight(await browsed(stage, 'u-maker', 'approved', search));
        assert.equal(items.length, 1);
        assert.deepEqual(await idsIn(stage, { search }), ids);
        assert.deepEqual(await idsIn(stage, { search: `Payout to ${search}` }), ids);
      }
    },
  },
  {
    title: 'a checker sees which payees of the same account a waiting one looks like',
    run: async (storage) => {
      const stage = await openStage(storage);
      const first = await created(stage, { beneName: 'Sharma Sweets' });
      await authorize(stage, first, 'u-checker');
      const beneName = 'Sh\u0430rma Sweets';
      const second = await created(stage, { beneId: 'FAKE01', beneName });
      await created(stage, { ...OTHER, beneName });
      await created(stage, { beneId: 'PLAIN01', beneName: 'Verma Sweets' });
      const warned = async () =>
        expectRight(await browsed(stage, 'u-checker')).items.flatMap(({ beneId, looksLike }) =>
          looksLike === undefined ? [] : [[beneId, looksLike]],
        );

      assert.deepEqual(await warned(), [
        ['FAKE01', [{ beneficiaryId: first, beneId: 'FRESH01', name: 'Sharma Sweets' }]],
      ]);
      await authorize(stage, second, 'u-checker', 'reject');
      assert.deepEqual(await warned(), []);
    },
  },
  {
    title: 'a checker sees what a waiting payee looks like by a name that waits, too',
    run: async (storage) => {
      const stage = await openStage(storage);
      const first = await created(stage, { beneName: 'Verma Sweets' });
      await authorize(stage, first, 'u-checker');
      const beneName = 'Sharma Sweets';
      expectRight(
        await stage.engine.changeBeneficiary(stage.tenant, {
          beneficiaryId: first,
          initiatedByUserId: 'u-maker',
          beneName,
        }),
      );
      const second = await created(stage, { beneId: 'FAKE01', beneName: 'Sh\u0430rma Sweets' });
      const { items } = expectRight(await browsed(stage, 'u-checker'));
      const found = items.find(({ beneficiaryId }) => beneficiaryId === second);

      assert.deepEqual(
        found?.looksLike?.map(({ beneId }) => beneId),
        ['FRESH01'],
      );
    },
  },
  {
    title: 'the list takes a search literally, pages, and keeps its order',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      assert.deepEqual(await namesOf(stage, 'sharma'), ['Sharma Steel']);
      assert.deepEqual(await namesOf(stage, '80003'), ['Mehta Logistics']);
      for (const pattern of ['%', '_', '\\', "'", '.*']) {
        assert.deepEqual(await namesOf(stage, pattern), []);
      }
      const listed = async (page: number, limit: number) =>
        expectRight(await stage.engine.listBeneficiaries(stage.tenant, { page, limit }));
      const all = await listed(1, 50);
      const paged: string[] = [];
      for (const page of [1, 2, 3, 4]) {
        const some = await listed(page, 3);
        assert.equal(some.total, all.total);
        paged.push(...some.items.map(({ beneficiaryId }) => beneficiaryId));
      }
      assert.deepEqual(
        paged,
        all.items.map(({ beneficiaryId }) => beneficiaryId),
      );
    },
  },
];

const notDefault = <A extends object>(account: A) => ({ ...account, isDefault: false });
