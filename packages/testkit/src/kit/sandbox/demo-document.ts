import type { ProvisionInput } from '@hundi/core';
import { demoPackages, twoLevelRule } from './demo-packages.js';
import { demoPayees } from './demo-payees.js';
import { demoRoles, demoUsers } from './demo-people.js';

/** A corporate of a provision document, as it is written: plain JSON. */
export type CorporateInput = ProvisionInput['bankTenants'][number]['corporates'][number];
type DebitAccountInput = NonNullable<CorporateInput['debitAccounts']>[number];

/** The accounts of a corporate at the bank. `serial` keeps two corporates' account numbers distinct. */
const demoAccounts = (serial: string): DebitAccountInput[] => [
  {
    debitAccountId: 'da-main',
    accountName: 'Current account',
    accountNumber: `502000${serial}0001`,
    ifscCode: 'DEMO0000001',
    openingBalance: 100_000_000_000,
  },
  {
    debitAccountId: 'da-second',
    accountName: 'Project account',
    accountNumber: `502000${serial}0002`,
    ifscCode: 'DEMO0000001',
    openingBalance: 5_000_000_000,
  },
  {
    debitAccountId: 'da-poor',
    accountName: 'Petty cash',
    accountNumber: `502000${serial}0003`,
    ifscCode: 'DEMO0000001',
    openingBalance: 100_000,
  },
];

const demoCorporate = (
  corporateTenantId: string,
  name: string,
  serial: string,
): CorporateInput => ({
  corporateTenantId,
  name,
  checkout: {
    destinationHosts: ['shop.example', '127.0.0.1'],
    statementDescriptor: name.toUpperCase(),
  },
  roles: demoRoles(),
  users: demoUsers(corporateTenantId),
  debitAccounts: demoAccounts(serial),
  packages: demoPackages(),
  approvalMatrix: [
    twoLevelRule,
    {
      packageCodes: null,
      tiers: [
        { upToAmount: 1_000_000, levels: [] },
        { upToAmount: null, levels: [{ roleCodes: ['checker'], approvals: 1 }] },
      ],
    },
  ],
  apiKeys: [
    { name: 'erp', scopes: ['payments'], createdByUserId: 'u-admin', actsAsUserId: 'u-erp' },
  ],
  secretKeys: [{ name: 'shop', createdByUserId: 'u-admin' }],
  beneficiaries: demoPayees(),
});

/**
 * A bank with two corporates, `acme` and `globex`, who have the same people, packages and payees.
 *
 * People: `u-maker`, `u-maker-2`, `u-clerk` (VENDOR and the main account only), `u-erp` (a service user),
 * `u-checker`, `u-head`, `u-admin`, `u-newcomer` (not approved). Packages: `VENDOR` (amounts to ₹10,000
 * need no approval), `SALARY` (one bad row fails the file), `CAPEX` (a checker, then the head). Payees:
 * `SHARMA01`, `MEHTA02` (two accounts), `OUTCOME9001` to `OUTCOME9007`, `PENDING01` (not approved).
 *
 * @param acme members of acme to have instead
 */
export const demoDocument = (acme: Partial<CorporateInput> = {}): ProvisionInput => ({
  bankTenants: [
    {
      bankTenantId: 'demo-bank',
      name: 'Demo Bank',
      timeZone: 'Asia/Kolkata',
      corporates: [
        { ...demoCorporate('acme', 'Acme Traders', '11'), ...acme },
        demoCorporate('globex', 'Globex Exports', '22'),
      ],
    },
  ],
});
