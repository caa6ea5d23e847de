import assert from 'node:assert/strict';
import type { Caller, CursorPage, CursorRequest, Storage, Tenant } from '@hundi/core';
import type { PackageRecord } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { catalogOf, demoPackages } from '../../kit/sandbox/demo-packages.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const PAGE = { limit: 50 };

const callerOf = (
  { tenant }: Stage,
  createdBy = 'u-admin',
): Pick<Caller, 'tenant' | 'createdByUserId'> => ({
  tenant,
  createdByUserId: createdBy as Caller['createdByUserId'],
});

const list = (stage: Stage, input: CursorRequest = PAGE, createdBy?: string) =>
  stage.engine.listPackages(callerOf(stage, createdBy), input);

const listed = async (
  storage: Storage,
  acme: Partial<CorporateInput>,
): Promise<ReadonlyArray<PackageRecord>> =>
  expectRight(await list(await openStage(storage, acme))).items;

const vendor = { packageCode: 'VENDOR', name: 'Vendor payouts', catalogConfiguration: catalogOf() };

export const packageScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a package is shown with its configuration, its accounts and what is attached to it',
    run: async (storage) => {
      const [one, ...others] = await listed(storage, {
        packages: [
          {
            ...vendor,
            description: 'What suppliers get',
            catalogConfiguration: catalogOf({
              allowedPaymentMethods: [
                { paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: null },
              ],
              debitAccounts: [
                {
                  debitAccountId: 'da-second',
                  allowedPaymentMethodCodes: ['NEFT'],
                  isDefault: true,
                },
              ],
              defaultDebitAccountId: 'da-second',
            }),
            effectiveConfiguration: { maxPaymentsPerBatch: 5, effectiveDebitMode: 'single' },
          },
        ],
        roles: demoRoles().map((role) => ({ ...role, packageCodes: ['VENDOR'] })),
        approvalMatrix: [],
        beneficiaries: [payee('ONE01', 'approved'), payee('TWO02', 'pending_approval')],
      });
      assert.ok(one !== undefined && others.length === 0);
      const { packageId, createdAt, updatedAt, ...rest } = one;
      assert.match(packageId, /^[0-9a-f-]{36}$/);
      assert.equal(createdAt, updatedAt);
      const limits = [{ paymentMethodCode: 'NEFT', minimumAmount: 100, maximumAmount: null }];
      assert.deepEqual(rest, {
        packageCode: 'VENDOR',
        name: 'Vendor payouts',
        description: 'What suppliers get',
        catalogStatus: 'active',
        subscriptionStatus: 'active',
        isUsable: true,
        originSide: 'corporate_native',
        catalogConfiguration: {
          ...catalogOf(),
          allowedPaymentMethods: limits,
          debitAccounts: [
            {
              debitAccountId: 'da-second',
              accountName: 'Acme projects',
              accountNumber: '50200011113333',
              ifscCode: 'DEMO0000001',
              status: 'active',
              allowedPaymentMethodCodes: ['NEFT'],
              isDefault: true,
            },
          ],
          defaultDebitAccountId: 'da-second',
        },
        effectiveConfiguration: {
          effectiveDebitMode: 'single',
          effectiveFileRejectionMode: 'reject_invalid_rows',
          autoApprovalEnabled: true,
          bulkApprovalEnabled: true,
          maskConfidentialDetails: false,
          maxPaymentsPerBatch: 5,
          allowedPaymentMethods: limits,
          defaultPaymentMethodCode: 'NEFT',
          defaultDebitAccountId: 'da-second',
        },
        attachedBeneficiariesCount: 2,
        attachedRolesCount: 5,
      });
    },
  },
  {
    title: 'a package is usable only while the bank sells it and the corporate subscribes to it',
    run: async (storage) => {
      const states = [
        { packageCode: 'P-1', catalogStatus: 'inactive' },
        { packageCode: 'P-2', subscriptionStatus: 'draft' },
        { packageCode: 'P-3', subscriptionStatus: 'suspended' },
        { packageCode: 'P-4', subscriptionStatus: 'terminated' },
        { packageCode: 'P-5', subscriptionStatus: 'not_subscribed' },
        { packageCode: 'P-6' },
      ] as const;
      const records = await listed(storage, {
        packages: [...demoPackages(), ...states.map((state) => ({ ...vendor, ...state }))],
      });
      const shown = records.filter(({ packageCode }) => packageCode.startsWith('P-'));
      assert.deepEqual(
        shown.map(({ isUsable }) => isUsable),
        [false, false, false, false, false, true],
      );
      assert.deepEqual(
        shown.map(({ effectiveConfiguration }) => effectiveConfiguration !== null),
        [true, true, true, true, false, true],
      );
    },
  },
  {
    title: 'every package comes once, by its code, over every page',
    asksStore: true,
    run: async (storage) => {
      const packages = Array.from({ length: 7 }, (_, n) => ({
        ...vendor,
        packageCode: `P-${String((n * 3) % 7)}`,
      }));
      const stage = await openStage(storage, { packages: [...packages, ...demoPackages()] });
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page: CursorPage<PackageRecord> = expectRight(
          await list(stage, { limit: 4, ...(next !== null && { after: next }) }),
        );
        assert.equal(page.hasMore, page.nextCursor !== null);
        seen.push(...page.items.map(({ packageCode }) => packageCode));
        next = page.nextCursor;
      } while (next !== null);
      assert.deepEqual(seen, [
        'CAPEX',
        ...packages.map(({ packageCode }) => packageCode).sort(),
        'SALARY',
        'VENDOR',
      ]);
    },
  },
  {
    title: 'a cursor that was changed, or is of another corporate, is refused',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { nextCursor } = expectRight(await list(stage, { limit: 1 }));
      assert.ok(nextCursor !== null);
      assert.equal(expectRight(await list(stage, { limit: 1, after: nextCursor })).items.length, 1);

      const theirs = { ...callerOf(stage), tenant: aTenant('globex', 'demo-bank') };
      const refusals = [
        await list(stage, { limit: 1, after: `${nextCursor.slice(0, -1)}!` }),
        await list(stage, { limit: 1, after: '' }),
        await list(stage, { limit: 1, after: 'VENDOR' }),
        await stage.engine.listPackages(theirs, { limit: 1, after: nextCursor }),
      ];
      assert.deepEqual(
        refusals.map((refusal) => expectLeft(refusal)._tag),
        refusals.map(() => 'InvalidCursor'),
      );
    },
  },
  {
    title: 'only a key whose creator holds a permission over settings lists packages',
    run: async (storage) => {
      const permissions = ['settings.view', 'settings.edit', 'settings.approve'] as const;
      const stage = await openStage(storage, {
        roles: [
          ...demoRoles(),
          ...permissions.map((permission) => ({ roleCode: permission, permissions: [permission] })),
        ],
        users: [
          ...demoUsers('acme'),
          ...permissions.map((permission) => person(`u-${permission}`, [permission])),
          { ...person('u-new-admin', ['admin']), approvalState: 'pending_approval' as const },
          { ...person('u-bad-admin', ['admin']), approvalState: 'rejected' as const },
        ],
      });
      for (const permission of permissions) {
        expectRight(await list(stage, PAGE, `u-${permission}`));
      }
      for (const user of ['u-maker', 'u-checker', 'u-new-admin', 'u-bad-admin', 'u-nobody']) {
        const refusal = expectLeft(await list(stage, PAGE, user));
        assert.equal(refusal._tag, 'KeyCreatorNotEligible');
      }
    },
  },
  {
    title: "the permissions of a key's creator are looked up at every request",
    run: async (storage) => {
      const stage = await openStage(storage);
      expectRight(await list(stage));
      await setUpAgain(stage.tenant, stage, {
        roleCode: 'admin',
        permissions: ['webhooks.manage'],
      });
      assert.equal(expectLeft(await list(stage))._tag, 'KeyCreatorNotEligible');
      await setUpAgain(stage.tenant, stage, { roleCode: 'admin', permissions: ['settings.view'] });
      expectRight(await list(stage));
    },
  },
];

const person = (userId: string, roleCodes: string[]) => ({
  userId,
  username: userId,
  kind: 'human' as const,
  approvalState: 'approved' as const,
  roleCodes,
});

const payee = (beneId: string, approvalState: 'approved' | 'pending_approval') => ({
  beneId,
  beneName: `Payee ${beneId}`,
  benePhoneNumber: '+919800000001',
  benePackageCodes: ['VENDOR'],
  beneBankAccounts: [{ accountNumber: '123456780001', ifscCode: 'HDFC0000001' }],
  approvalState,
});

/** Provisions one role of the stage's corporate as it is given. */
const setUpAgain = async (
  { bankTenantId, corporateTenantId }: Tenant,
  { engine }: Stage,
  role: NonNullable<CorporateInput['roles']>[number],
): Promise<void> => {
  const document = {
    bankTenants: [
      {
        bankTenantId,
        name: 'Demo Bank',
        timeZone: 'Asia/Kolkata',
        corporates: [{ corporateTenantId, name: 'Acme Traders', roles: [role] }],
      },
    ],
  };
  expectRight(await engine.provision(document));
};
