import type { CorporateInput } from './demo-document.js';

type PayeeInput = NonNullable<CorporateInput['beneficiaries']>[number];

const payee = (
  beneId: string,
  beneName: string,
  accountNumbers: ReadonlyArray<string>,
  members: Partial<PayeeInput> = {},
): PayeeInput => ({
  beneId,
  beneName,
  benePhoneNumber: '+919800000001',
  benePackageCodes: ['VENDOR', 'SALARY', 'CAPEX'],
  beneBankAccounts: accountNumbers.map((accountNumber) => ({
    accountNumber,
    ifscCode: 'HDFC0000001',
  })),
  approvalState: 'approved',
  ...members,
});

/** The digits that the sandbox bank reads an outcome from (decisions §12). */
const OUTCOMES = ['9001', '9002', '9003', '9004', '9005', '9006', '9007'];

export const demoPayees = (): PayeeInput[] => [
  payee('SHARMA01', 'Sharma Steel', ['123456780001']),
  payee('MEHTA02', 'Mehta Logistics', ['123456780002', '123456780003']),
  payee('STAFF01', 'Anita Rao', ['123456780004'], { benePackageCodes: ['SALARY'] }),
  ...OUTCOMES.map((digits) =>
    payee(`OUTCOME${digits}`, `Outcome ${digits}`, [`40000000${digits}`]),
  ),
  payee('PENDING01', 'Newcomer Supplies', ['123456780005'], { approvalState: 'pending_approval' }),
];
