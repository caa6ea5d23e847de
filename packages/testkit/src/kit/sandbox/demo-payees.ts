import type { CorporateInput } from './demo-document.js';

type PayeeInput = NonNullable<CorporateInput['beneficiaries']>[number];

const payee = (
  beneId: string,
  beneName: string,
  ifscCode: string,
  accountNumbers: readonly [string, ...string[]],
  members: Partial<PayeeInput> = {},
): PayeeInput => ({
  beneId,
  beneName,
  benePhoneNumber: `+91980000${accountNumbers[0].slice(-4)}`,
  benePackageCodes: ['VENDOR', 'SALARY', 'CAPEX'],
  beneBankAccounts: accountNumbers.map((accountNumber) => ({ accountNumber, ifscCode })),
  approvalState: 'approved',
  ...members,
});

/** Each payee whose account ends in 9001 to 9007 has the name of what the sandbox bank does (decisions §12). */
export const demoPayees = (): PayeeInput[] => [
  payee('SHARMA01', 'Sharma Steel', 'HDFC0000001', ['123456780001']),
  payee('PATEL01', 'Patel Packaging', 'ICIC0000002', ['123456780002']),
  payee('MEHTA02', 'Mehta Logistics', 'HDFC0000001', ['123456780003', '123456780004']),
  payee('STAFF01', 'Anita Rao', 'HDFC0000001', ['123456780005'], { benePackageCodes: ['SALARY'] }),
  payee('CLOSED01', 'Closed Account Traders', 'SBIN0000003', ['123456789001']),
  payee('OFFLINE01', 'Offline Bank Supplies', 'PUNB0000004', ['123456789002']),
  payee('SILENT01', 'Silent Answer Mills', 'UTIB0000005', ['123456789003']),
  payee('LOST01', 'Lost Order Logistics', 'KKBK0000006', ['123456789004']),
  payee('LATER01', 'Later Today Textiles', 'HDFC0000007', ['123456789005']),
  payee('RETURN01', 'Returned Goods House', 'ICIC0000008', ['123456789006']),
  payee('THRICE01', 'Thrice Told Trading', 'SBIN0000009', ['123456789007']),
  payee('PENDING01', 'Newcomer Supplies', 'HDFC0000001', ['123456780006'], {
    approvalState: 'pending_approval',
  }),
];
