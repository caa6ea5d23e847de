import type { ProvisionInput } from '@hundi/core';
import { demoPackages, twoLevelRule } from './demo-packages.js';
import { demoPayees } from './demo-payees.js';
import { demoRoles, demoUsers } from './demo-people.js';

/** A corporate of a provision document, as it is written: plain JSON. */
export type CorporateInput = ProvisionInput['bankTenants'][number]['corporates'][number];
type DebitAccountInput = NonNullable<CorporateInput['debitAccounts']>[number];

const demoCorporate = (
  word: string,
  trade: string,
  // Keeps the account numbers of two corporates distinct.
  serial: string,
  lei: string,
): CorporateInput => {
  const account = (
    name: string,
    accountName: string,
    digits: string,
    openingBalance: number,
  ): DebitAccountInput => ({
    debitAccountId: `da-${name}`,
    accountName: `${word} ${accountName}`,
    accountNumber: `502000${serial}${digits}`,
    ifscCode: 'DEMO0000001',
    openingBalance,
    cutOffs: [{ paymentMethodCode: 'RTGS', from: '07:00', to: '18:00' }],
  });
  return {
    corporateTenantId: word.toLowerCase(),
    name: `${word} ${trade}`,
    customerId: `${serial}0001`,
    lei,
    checkout: {
      destinationHosts: ['shop.example', '127.0.0.1'],
      statementDescriptor: word.toUpperCase(),
    },
    roles: demoRoles(),
    users: demoUsers(word.toLowerCase()),
    debitAccounts: [
      account('main', 'current', '2222', 100_000_000_000),
      account('second', 'projects', '3333', 5_000_000_000),
      account('poor', 'petty cash', '4444', 100_000),
    ],
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
  };
};

/**
 * The demo document: a bank with two corporates, `acme` and `globex`, who have the same people, packages and payees.
 * Checkers of globex approve with a passkey. The service of the repository provisions it, with a webhook endpoint for acme.
 *
 * People: `u-maker`, `u-maker-2`, `u-clerk` (makes payouts by VENDOR from `da-main` only), `u-checker`, `u-both` (makes
 * and checks), `u-head`, `u-admin` (sees VENDOR and `da-main`), `u-newcomer` (not approved), and `u-erp`, a service user
 * as whom the key `erp` acts. Debit accounts: `da-main`, `da-second`, `da-poor` (₹1,000); they send RTGS from 07:00 to
 * 18:00. Packages: `VENDOR`, `SALARY` (one bad row fails the file), both without approval up to ₹10,000 and with one
 * checker above, and `CAPEX` (a checker, then the head). Payees: `SHARMA01`, `PATEL01`, `MEHTA02` (two accounts),
 * `STAFF01` (SALARY only), `PENDING01` (not approved), and for the outcomes 9001 to 9007 of the sandbox bank `CLOSED01`,
 * `OFFLINE01`, `SILENT01`, `LOST01`, `LATER01`, `RETURN01`, `THRICE01` (decisions §12).
 *
 * @param acme members of acme to have instead
 */
export const demoDocument = (acme: Partial<CorporateInput> = {}): ProvisionInput => ({
  bankTenants: [
    {
      bankTenantId: 'demo-bank',
      name: 'Demo Bank',
      timeZone: 'Asia/Kolkata',
      supportPhone: '1800 000 0000',
      corporates: [
        {
          ...demoCorporate('Acme', 'Traders', '1111', '335800ACMETRADERS044'),
          secondFactor: { login: 'none', approval: 'none' },
          ...acme,
        },
        {
          ...demoCorporate('Globex', 'Exports', '2222', '335800GLOBEXEXPORT70'),
          secondFactor: { login: 'none', approval: 'passkey' },
        },
      ],
    },
  ],
});
