import assert from 'node:assert/strict';
import type { PackageCode, Tenant } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import { aBeneficiary, approved, rejected } from '../../kit/build/beneficiary.js';
import { aPackage } from '../../kit/build/package.js';
import { aRole } from '../../kit/build/tenancy.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

const codes = (...all: string[]) => all as PackageCode[];

const pageOf = (storage: Storage, tenant: Tenant, after: string | undefined, limit: number) =>
  storage.read(async ({ tenancy }) =>
    (await tenancy.packagesAfter(tenant, after, limit)).map(({ packageCode }) => packageCode),
  );

/** How many payees of a tenant have each package, zero by default. */
const counted = (storage: Storage, tenant: Tenant, ...wanted: string[]) =>
  storage.read(async ({ beneficiaries }) => {
    const counts = await beneficiaries.countByPackage(tenant, codes(...wanted));
    return wanted.map((code) => counts.get(code as PackageCode) ?? 0);
  });

export const packageContract: ReadonlyArray<ContractCase> = [
  {
    title:
      'packages are listed by the bytes of their codes, page after page, in any order of insertion',
    run: async (storage) => {
      const all = codes('b', 'A-2', 'a', 'A', 'Z', 'A1', '9');
      await commit(storage, ({ tenancy }) =>
        tenancy.putPackages(
          acme,
          all.map((code) => aPackage(code)),
        ),
      );

      const seen: string[] = [];
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const page = await pageOf(storage, acme, after, 2);
        if (page.length === 0) break;
        assert.ok(page.length <= 2);
        seen.push(...page);
      }
      assert.deepEqual(seen, ['9', 'A', 'A-2', 'A1', 'Z', 'a', 'b']);
    },
  },
  {
    title: 'a page of packages begins after a code that need not exist, and is as it was put',
    run: async (storage) => {
      const vendor = aPackage('VENDOR', { subscriptionStatus: 'draft', description: 'Two\nlines' });
      await commit(storage, ({ tenancy }) =>
        tenancy.putPackages(acme, [aPackage('CAPEX'), vendor]),
      );

      const page = await storage.read(({ tenancy }) => tenancy.packagesAfter(acme, 'NONE', 10));
      assert.deepEqual(page, [vendor]);
      assert.deepEqual(await pageOf(storage, acme, 'VENDOR', 10), []);
    },
  },
  {
    title: 'packages and roles of one corporate are in no list of another',
    run: async (storage) => {
      await commit(storage, async ({ tenancy }) => {
        await tenancy.putPackages(acme, [aPackage('VENDOR')]);
        await tenancy.putRoles(acme, [aRole('maker'), aRole('checker')]);
      });
      const roles = (tenant: Tenant) => storage.read(({ tenancy }) => tenancy.roles(tenant));

      assert.deepEqual(
        sortedBy(({ roleCode }) => roleCode, await roles(acme)),
        [aRole('checker'), aRole('maker')],
      );
      for (const other of others) {
        assert.deepEqual(await pageOf(storage, other, undefined, 10), []);
        assert.deepEqual(await roles(other), []);
      }
    },
  },
  {
    title:
      'a package counts its payees that wait or are approved, each once, and none that is rejected',
    run: async (storage) => {
      const payees = [
        aBeneficiary(acme, 1, { packageCodes: codes('A', 'B') }),
        aBeneficiary(acme, 2, { packageCodes: codes('A', 'A') }),
        aBeneficiary(acme, 3, { packageCodes: codes('A', 'B') }),
        aBeneficiary(acme, 4, { packageCodes: codes('B') }),
      ] as const;
      await commit(storage, async ({ beneficiaries }) => {
        for (const payee of payees) await beneficiaries.add(acme, payee);
        await beneficiaries.replace(acme, approved(payees[0]));
        await beneficiaries.replace(acme, rejected(payees[2]));
      });

      assert.deepEqual(await counted(storage, acme, 'B', 'A', 'NONE'), [2, 2, 0]);
      assert.deepEqual(await counted(storage, acme, 'B', 'B'), [2, 2]);
      assert.deepEqual(await counted(storage, acme), []);
    },
  },
  {
    title: 'a payee that was not added, and one of another corporate, count for no package',
    run: async (storage) => {
      const payee = aBeneficiary(acme, 1, { packageCodes: codes('A') });
      const twin = { ...aBeneficiary(acme, 2), name: payee.name, accounts: payee.accounts };
      const sameId = aBeneficiary(acme, 3, { beneId: payee.beneId });
      await commit(storage, async ({ beneficiaries }) => {
        await beneficiaries.add(acme, payee);
        for (const refused of [twin, sameId]) {
          await beneficiaries.add(acme, { ...refused, packageCodes: codes('A', 'B') });
        }
        for (const n of [1, 2]) {
          await beneficiaries.add(globex, aBeneficiary(globex, n, { packageCodes: codes('B') }));
        }
      });

      assert.deepEqual(await counted(storage, acme, 'A', 'B'), [1, 0]);
      assert.deepEqual(await counted(storage, globex, 'A', 'B'), [0, 2]);
      for (const other of others.slice(1)) {
        assert.deepEqual(await counted(storage, other, 'A', 'B'), [0, 0]);
      }
    },
  },
];
