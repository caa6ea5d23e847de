import type { IntakeOrder, IntakeRow } from '@hundi/core';
import type { Tuple } from '../../../engine/session.js';
import type { PAYOUT_COLUMNS } from './payout-columns.js';
import { tenantOf } from '../../rows/row-tenant.js';

/** The columns that intake looks at, in the order in which {@link intakeRowOf} takes them. */
export const INTAKE_TUPLE = [
  'payout_id',
  'bank_id',
  'corporate_id',
  'live_reference',
  'beneficiary_id',
  'package_code',
  'amount',
  'created_at',
  'job_id',
  'requested_debit_account',
  'requested_method',
  'requested_account',
  'payout_date',
] as const satisfies ReadonlyArray<keyof typeof PAYOUT_COLUMNS>;

const OPTIONAL = [
  ['jobId', 8],
  ['debitAccountNumber', 9],
  ['paymentMethodCode', 10],
  ['beneficiaryAccountNumber', 11],
  ['payoutDate', 12],
] as const satisfies ReadonlyArray<readonly [keyof IntakeOrder, number]>;

/** The row that intake reads. The engine wrote these values itself; they are not decoded again. */
export const intakeRowOf = (row: Tuple): IntakeRow => {
  const order: Record<string, unknown> = {
    transactionId: row[0],
    tenant: tenantOf(row[1], row[2]),
    beneficiaryId: row[4],
    packageCode: row[5],
    amount: Number(row[6]),
    createdAt: Number(row[7]),
  };
  for (const [name, place] of OPTIONAL) {
    const value = row[place] ?? null;
    if (value !== null) order[name] = value;
  }
  return { order: order as unknown as IntakeOrder, holdsReference: (row[3] ?? null) !== null };
};
