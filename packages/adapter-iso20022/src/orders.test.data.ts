import { bankGroupOf, type BankOrder } from '@hundi/core/rail';
import { usageGuide, type UsageGuideInput } from './guide/usage-guide.js';

/** The guide of a bank that takes NEFT, RTGS and IMPS. */
export const GUIDE: UsageGuideInput = {
  bank: 'Demo Bank',
  initiatingParty: { name: 'Hundi', id: 'HUNDI01' },
  bookedDebit: 'paid',
  methods: {
    NEFT: { serviceLevel: { code: 'NURG' }, localInstrument: { proprietary: 'NEFT' } },
    RTGS: { priority: 'HIGH', serviceLevel: { code: 'URGP' } },
    IMPS: { localInstrument: { proprietary: 'IMPS' }, categoryPurpose: { code: 'SUPP' } },
  },
};

export const guide = usageGuide(GUIDE);

/** The same bank, which books groups at once. */
export const batched = usageGuide({ ...GUIDE, batchBooking: true });

/** A name that the guides refuse. */
export const TAMIL = { beneficiaryName: 'குமார்' };

/** The reference of the nth order. */
export const refOf = (n: number): string => `H${n.toString(16).toUpperCase().padStart(32, '0')}`;

/** The nth order of a job, of ₹500 and n paise. */
export const orderOf = (n: number, others: Partial<BankOrder> = {}): BankOrder => ({
  bankRef: refOf(n),
  bankTenantId: 'bank' as BankOrder['bankTenantId'],
  transactionId: `t${String(n)}` as BankOrder['transactionId'],
  amount: 50_000 + n,
  paymentMethod: 'NEFT',
  debitAccountNumber: '50200011112222',
  creditAccountNumber: '123456780001',
  ifsc: 'HDFC0000001',
  beneficiaryName: 'Sharma Steel',
  narration: `Invoice ${String(n)}`,
  debtor: { name: 'Acme Traders', ifsc: 'UTIB0000001', customerId: 'C77' },
  executionDate: '2026-11-27',
  endToEndId: `INV-${String(n)}`,
  reference: `REF${String(n)}`,
  corporateTenantId: 'acme' as BankOrder['corporateTenantId'],
  jobId: 'job-1' as NonNullable<BankOrder['jobId']>,
  ...others,
});

/** Ten orders from the nth on, a multiple of ten. Of each second ten, which is a group, the guides refuse the fourth. */
export const tenOf = (n: number): ReadonlyArray<BankOrder> => {
  const orders = Array.from({ length: 10 }, (_, i) => orderOf(n + i));
  if (n % 20 === 0) return orders;
  const group = bankGroupOf(orders);
  return orders.map((order, i) => ({ group, ...order, ...(i === 3 && TAMIL) }));
};
