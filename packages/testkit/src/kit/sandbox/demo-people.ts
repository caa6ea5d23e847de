import type { CorporateInput } from './demo-document.js';

const EVERYTHING = {
  packageCodes: ['VENDOR', 'SALARY', 'CAPEX'],
  debitAccountIds: ['da-main', 'da-second', 'da-poor'],
};
const VENDORS = { packageCodes: ['VENDOR'], debitAccountIds: ['da-main'] };

export const demoRoles = (): NonNullable<CorporateInput['roles']> => [
  {
    roleCode: 'maker',
    permissions: ['beneficiary.make', 'transaction.make', 'payment_link.make', 'reports.view'],
    ...EVERYTHING,
  },
  { roleCode: 'clerk', permissions: ['transaction.make'], ...VENDORS },
  {
    roleCode: 'checker',
    permissions: ['beneficiary.approve', 'transaction.approve', 'reports.view'],
    ...EVERYTHING,
  },
  { roleCode: 'head', permissions: ['transaction.approve'], ...EVERYTHING },
  {
    roleCode: 'admin',
    permissions: [
      'settings.view',
      'settings.edit',
      'settings.approve',
      'reports.view',
      'webhooks.manage',
      'payment_link.make',
      'operations.view',
      'transaction.cancel_any',
    ],
    ...VENDORS,
  },
];

type UserInput = NonNullable<CorporateInput['users']>[number];

export const demoUsers = (corporate: string): UserInput[] => {
  const person = (userId: string, ...roleCodes: string[]): UserInput => ({
    userId,
    username: userId.slice(2),
    kind: 'human',
    approvalState: 'approved',
    email: `${userId.slice(2)}@${corporate}.example`,
    roleCodes,
  });
  return [
    person('u-maker', 'maker'),
    person('u-maker-2', 'maker'),
    person('u-clerk', 'clerk'),
    person('u-checker', 'checker'),
    person('u-both', 'maker', 'checker'),
    person('u-head', 'head'),
    person('u-admin', 'admin'),
    { ...person('u-newcomer', 'maker', 'checker'), approvalState: 'pending_approval' },
    {
      userId: 'u-erp',
      username: 'erp',
      kind: 'service',
      approvalState: 'approved',
      roleCodes: ['maker'],
    },
  ];
};
