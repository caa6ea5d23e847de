import assert from 'node:assert/strict';
import type { PackageCode, UserId } from '@hundi/core';
import type { Actor } from '@hundi/core/storage';
import { aPackage } from '../../kit/build/package.js';
import {
  aBank,
  aCorporate,
  aDebitAccount,
  aRole,
  aTenant,
  aUser,
} from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

const userIds = (...ids: string[]) => ids as UserId[];
const codes = (...all: string[]) => all as PackageCode[];
const byUser = (actors: ReadonlyArray<Actor>) => sortedBy(({ user }) => user.userId, actors);

export const tenancyContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a bank and a corporate are absent until they are put, and then as they were put',
    run: async (storage) => {
      const look = () =>
        storage.read(async ({ tenancy }) => [
          await tenancy.bank(acme),
          await tenancy.corporate(acme),
        ]);
      const corporate = aCorporate(acme, {
        approvalMatrix: [
          {
            packageCodes: null,
            tiers: [
              { upToAmount: 500, levels: [] },
              { upToAmount: null, levels: [{ roleCodes: ['checker'], approvals: 2 }] },
            ],
          },
        ] as unknown as ReturnType<typeof aCorporate>['approvalMatrix'],
        approvalPolicyVersion: 3,
      });
      const holidays = { weekly: ['sunday'], yearly: ['01-26'], dates: ['2026-03-04'] } as never;
      const calendars = [{ calendarCode: 'MUMBAI', until: '2026-12-31', holidays }] as never;
      assert.deepEqual(await look(), [undefined, undefined]);

      await commit(storage, async ({ tenancy }) => {
        await tenancy.putBank(aBank(acme, { calendars }));
        await tenancy.putCorporate(corporate);
      });
      assert.deepEqual(await look(), [aBank(acme, { calendars }), corporate]);

      await commit(storage, async ({ tenancy }) => {
        await tenancy.putBank(aBank(acme, { timeZone: 'UTC' }));
        await tenancy.putCorporate(aCorporate(acme, { name: 'Renamed' }));
      });
      assert.deepEqual(await look(), [
        aBank(acme, { timeZone: 'UTC' }),
        aCorporate(acme, { name: 'Renamed' }),
      ]);
    },
  },
  {
    title: 'the bank of a corporate is found by the id of the corporate alone',
    run: async (storage) => {
      const [, stranger] = others;
      await commit(storage, async ({ tenancy }) => {
        for (const tenant of [acme, globex, stranger ?? acme])
          await tenancy.putCorporate(aCorporate(tenant));
      });
      const ids = ['initech', 'acme', 'nobody', 'ACME', 'acme'] as never;

      await storage.read(async ({ tenancy }) => {
        assert.deepEqual(
          sortedBy(({ corporateTenantId }) => corporateTenantId, await tenancy.tenantsOf(ids)),
          [acme, stranger],
        );
        assert.deepEqual(await tenancy.tenantsOf([]), []);
      });
    },
  },
  {
    title: 'a bank lists its corporates by their ids, and no other bank',
    run: async (storage) => {
      await commit(storage, async ({ tenancy }) => {
        for (const tenant of [globex, acme, aTenant('initrode', 'second-bank')])
          await tenancy.putCorporate(aCorporate(tenant));
      });

      await storage.read(async ({ tenancy }) => {
        assert.deepEqual(await tenancy.corporatesOf(acme.bankTenantId), ['acme', 'globex']);
        assert.deepEqual(await tenancy.corporatesOf('third-bank' as never), []);
      });
    },
  },
  {
    title: 'a corporate is held as it is, and a stranger holds nothing of it',
    run: async (storage) => {
      const corporate = aCorporate(acme);
      await commit(storage, ({ tenancy }) => tenancy.putCorporate(corporate));

      await commit(storage, async ({ tenancy }) => {
        assert.deepEqual(await tenancy.holdCorporate(acme), corporate);
        for (const other of others) assert.equal(await tenancy.holdCorporate(other), undefined);
      });
    },
  },
  {
    title: 'a corporate id that is in use under another bank cannot be put',
    run: async (storage) => {
      const elsewhere = aTenant('acme', 'second-bank');
      await commit(storage, ({ tenancy }) => tenancy.putCorporate(aCorporate(acme)));

      await assert.rejects(
        commit(storage, ({ tenancy }) => tenancy.putCorporate(aCorporate(elsewhere))),
      );
      assert.deepEqual(
        await storage.read(async ({ tenancy }) => [
          await tenancy.corporate(acme),
          await tenancy.corporate(elsewhere),
        ]),
        [aCorporate(acme), undefined],
      );
    },
  },
  {
    title: 'put overwrites by id and leaves what it does not name',
    run: async (storage) => {
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putUsers(acme, [aUser(1), aUser(2)]);
        await tenancy.putDebitAccounts(acme, [aDebitAccount(1), aDebitAccount(2)]);
        await tenancy.putPackages(acme, [aPackage('VENDOR'), aPackage('SALARY')]);
      });
      const user = aUser(2, { email: 'two@acme.example', kind: 'service' });
      const account = aDebitAccount(2, { status: 'inactive' });
      const vendor = aPackage('VENDOR', {
        subscriptionStatus: 'suspended',
        dailyAmountLimit: 10 ** 15 - 1,
        description: 'Line one\nLine "two" \\ ₹',
      });
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putUsers(acme, [user]);
        await tenancy.putDebitAccounts(acme, [account]);
        await tenancy.putPackages(acme, [vendor]);
      });

      await storage.read(async ({ tenancy }) => {
        assert.deepEqual(
          sortedBy(({ userId }) => userId, await tenancy.users(acme)),
          [aUser(1), user],
        );
        assert.deepEqual(
          sortedBy(({ debitAccountId }) => debitAccountId, await tenancy.debitAccounts(acme)),
          [aDebitAccount(1), account],
        );
        assert.deepEqual(
          sortedBy(({ packageCode }) => packageCode, await tenancy.packages(acme)),
          [aPackage('SALARY'), vendor],
        );
      });
    },
  },
  {
    title:
      'actors come with the roles that they hold now; unknown users and roles count for nothing',
    run: async (storage) => {
      const maker = aUser(1, { roleCodes: ['maker', 'nowhere'] });
      const both = aUser(2, { roleCodes: ['maker', 'checker'] });
      const none = aUser(3, { roleCodes: [] });
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putRoles(acme, [aRole('maker'), aRole('checker', { permissions: [] })]);
        await tenancy.putUsers(acme, [maker, both, none, aUser(4)]);
      });
      const actors = () =>
        storage.read(async ({ tenancy }) =>
          byUser(await tenancy.actors(acme, userIds('user-1', 'user-2', 'user-3', 'user-9'))).map(
            ({ user, roles }) => [user, sortedBy(({ roleCode }) => roleCode, roles)],
          ),
        );
      assert.deepEqual(await actors(), [
        [maker, [aRole('maker')]],
        [both, [aRole('checker', { permissions: [] }), aRole('maker')]],
        [none, []],
      ]);

      const wider = aRole('maker', { permissions: ['transaction.approve'], packageCodes: [] });
      await commit(storage, ({ tenancy }) => tenancy.putRoles(acme, [wider]));
      assert.deepEqual((await actors())[0], [maker, [wider]]);
    },
  },
  {
    title:
      'each user of a corporate comes with the roles that they hold now, and no user of another',
    run: async (storage) => {
      const maker = aUser(1, { roleCodes: ['maker', 'nowhere', 'maker'] });
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putRoles(acme, [aRole('maker')]);
        await tenancy.putUsers(acme, [maker, aUser(2, { roleCodes: [] })]);
        await tenancy.putUsers(globex, [aUser(3)]);
      });
      await storage.read(async ({ tenancy }) => {
        const ids = userIds('user-1', 'user-2');
        assert.deepEqual(
          byUser(await tenancy.everybody(acme)),
          byUser(await tenancy.actors(acme, ids)),
        );
        assert.equal((await tenancy.everybody(acme)).length, 2);
        for (const other of others.filter(({ corporateTenantId }) => corporateTenantId === 'acme'))
          assert.deepEqual(await tenancy.everybody(other), []);
      });
    },
  },
  {
    title: 'packages can be asked for by their codes; no codes means none, and no list means all',
    run: async (storage) => {
      const all = ['A', 'B', 'C'].map((code) => aPackage(code));
      await commit(storage, ({ tenancy }) => tenancy.putPackages(acme, all));
      const found = (some?: PackageCode[]) =>
        storage.read(async ({ tenancy }) =>
          sortedBy(
            (code) => code,
            (await tenancy.packages(acme, some)).map(({ packageCode }) => packageCode),
          ),
        );

      assert.deepEqual(await found(codes('C', 'A', 'X')), ['A', 'C']);
      assert.deepEqual(await found([]), []);
      assert.deepEqual(await found(), ['A', 'B', 'C']);
    },
  },
  {
    title: 'records that a bank sets up for one corporate are absent for another',
    run: async (storage) => {
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putBank(aBank(acme));
        await tenancy.putCorporate(aCorporate(acme));
        await tenancy.putRoles(acme, [aRole('maker')]);
        await tenancy.putUsers(acme, [aUser(1)]);
        await tenancy.putDebitAccounts(acme, [aDebitAccount(1)]);
        await tenancy.putPackages(acme, [aPackage('VENDOR')]);
      });

      for (const other of others) {
        await storage.read(async ({ tenancy }) => {
          assert.equal(await tenancy.corporate(other), undefined);
          assert.deepEqual(await tenancy.actors(other, userIds('user-1')), []);
          assert.deepEqual(await tenancy.users(other), []);
          assert.deepEqual(await tenancy.debitAccounts(other), []);
          assert.deepEqual(await tenancy.packages(other), []);
          assert.deepEqual(await tenancy.packages(other, codes('VENDOR')), []);
        });
      }
    },
  },
  {
    title: 'two corporates may use the same ids for their own users, roles and packages',
    run: async (storage) => {
      const theirs = aUser(1, { username: 'Somebody else' });
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putRoles(acme, [aRole('maker')]);
        await tenancy.putUsers(acme, [aUser(1)]);
        await tenancy.putPackages(acme, [aPackage('VENDOR')]);
        await tenancy.putDebitAccounts(acme, [aDebitAccount(1)]);
      });
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putUsers(globex, [theirs]);
        await tenancy.putPackages(globex, [aPackage('VENDOR', { catalogStatus: 'inactive' })]);
        await tenancy.putDebitAccounts(globex, [aDebitAccount(1, { status: 'inactive' })]);
      });

      await storage.read(async ({ tenancy }) => {
        assert.deepEqual(await tenancy.actors(acme, userIds('user-1')), [
          { user: aUser(1), roles: [aRole('maker')] },
        ]);
        assert.deepEqual(await tenancy.actors(globex, userIds('user-1')), [
          { user: theirs, roles: [] },
        ]);
        assert.deepEqual(await tenancy.packages(acme), [aPackage('VENDOR')]);
        assert.deepEqual(await tenancy.debitAccounts(acme), [aDebitAccount(1)]);
      });
    },
  },
  {
    title:
      'what stands around payouts is what the records of the corporate are, by the makers and packages that are named',
    run: async (storage) => {
      const around = (tenant = acme) =>
        storage.read(({ tenancy }) =>
          tenancy.surroundings(
            tenant,
            userIds('user-2', 'user-1', 'nobody', 'user-2'),
            codes('VENDOR', 'user-1', 'VENDOR'),
          ),
        );
      await commit(storage, ({ tenancy }) => tenancy.putBank(aBank(acme)));
      assert.equal(await around(), undefined);
      await commit(storage, async ({ tenancy }) => {
        for (const tenant of [acme, globex]) {
          await tenancy.putCorporate(aCorporate(tenant));
          await tenancy.putRoles(tenant, [aRole('maker'), aRole('checker')]);
          await tenancy.putUsers(tenant, [aUser(1), aUser(2, { roleCodes: ['maker'] }), aUser(3)]);
          await tenancy.putDebitAccounts(
            tenant,
            [3, 1, 2].map((n) => aDebitAccount(n)),
          );
        }
        await tenancy.putPackages(acme, [aPackage('VENDOR'), aPackage('SALARY')]);
      });

      const { makers, ...found } = (await around()) ?? assert.fail('there is such a corporate');
      assert.deepEqual(found, {
        bank: aBank(acme),
        corporate: aCorporate(acme),
        debitAccounts: [1, 2, 3].map((n) => aDebitAccount(n)),
        packages: [aPackage('VENDOR')],
      });
      const actors = await storage.read(({ tenancy }) =>
        tenancy.actors(acme, userIds('user-1', 'user-2')),
      );
      assert.deepEqual(byUser(makers), byUser(actors));
      assert.deepEqual((await around(globex))?.packages, []);
      for (const other of others.filter((one) => one !== globex))
        assert.equal(await around(other), undefined);
    },
  },
];
