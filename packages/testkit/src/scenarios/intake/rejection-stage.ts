import type { Storage } from '@hundi/core';
import { catalogOf, demoPackages } from '../../kit/sandbox/demo-packages.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { demoRoles } from '../../kit/sandbox/demo-people.js';
import { openStage, type Stage } from '../stage/stage.js';

type PackageInput = NonNullable<CorporateInput['packages']>[number];

const METHODS = ['NEFT', 'RTGS', 'IMPS'];

const vendor = catalogOf({
  debitAccounts: [
    { debitAccountId: 'da-main', allowedPaymentMethodCodes: METHODS, isDefault: true },
    { debitAccountId: 'da-second', allowedPaymentMethodCodes: ['IMPS'], isDefault: false },
    { debitAccountId: 'da-closed', allowedPaymentMethodCodes: METHODS, isDefault: false },
    { debitAccountId: 'da-private', allowedPaymentMethodCodes: METHODS, isDefault: false },
  ],
});

const aPackage = (packageCode: string, members: Partial<PackageInput> = {}): PackageInput => ({
  packageCode,
  name: packageCode,
  catalogConfiguration: vendor,
  ...members,
});

const packages = (): PackageInput[] => [
  ...demoPackages().map((one) => ({ ...one, catalogConfiguration: vendor })),
  aPackage('PRIVATE'),
  aPackage('INACTIVE', { catalogStatus: 'inactive' }),
  aPackage('SUSPENDED', { subscriptionStatus: 'suspended' }),
  aPackage('NOTTAKEN', { subscriptionStatus: 'not_subscribed' }),
  aPackage('BARE', {
    catalogConfiguration: {
      ...vendor,
      defaultDebitAccountId: null,
      defaultPaymentMethodCode: null,
    },
  }),
  aPackage('CAPPED', {
    effectiveConfiguration: {
      allowedPaymentMethods: [
        { paymentMethodCode: 'NEFT', minimumAmount: 5_000, maximumAmount: 90_000 },
        { paymentMethodCode: 'IMPS', minimumAmount: 1, maximumAmount: null },
      ],
    },
  }),
  aPackage('DAILY', { dailyAmountLimit: 100_000 }),
];

const account = (id: string, number: string, status: 'active' | 'inactive' = 'active') => ({
  debitAccountId: id,
  accountName: id,
  accountNumber: number,
  ifscCode: 'DEMO0000001',
  openingBalance: 10_000_000,
  status,
});

/** Acme with something wrong everywhere: packages, accounts, grants. */
export const openRejectionStage = async (storage: Storage): Promise<Stage> => {
  const all = packages();
  const [acme] = stageDocument().bankTenants[0]?.corporates ?? [];
  const granted = all.map(({ packageCode }) => packageCode).filter((code) => code !== 'PRIVATE');
  return openStage(storage, {
    packages: all,
    debitAccounts: [
      ...(acme?.debitAccounts ?? []),
      account('da-closed', '50200011115555', 'inactive'),
      account('da-private', '50200011116666'),
      account('da-elsewhere', '50200011117777'),
    ],
    roles: demoRoles().map((role) =>
      role.roleCode === 'maker'
        ? {
            ...role,
            packageCodes: granted,
            debitAccountIds: ['da-main', 'da-second', 'da-poor', 'da-closed', 'da-elsewhere'],
          }
        : role,
    ),
    beneficiaries: (acme?.beneficiaries ?? []).map((payee) => ({
      ...payee,
      benePackageCodes:
        payee.beneId === 'STAFF01' ? ['SALARY'] : all.map(({ packageCode }) => packageCode),
    })),
  });
};
