import type { IntakeOrder, IntakeRow } from '@hundi/core/storage';
import type { Tuple } from '../../../engine/session.js';
import { tenantOf } from '../../rows/row-tenant.js';
import { INTAKE_OPTIONAL } from './payout-columns.js';
import { cell, must, mustInt, placesOf } from './tuple.js';

/** The columns that intake looks at, which {@link intakeRowOf} takes. */
export const INTAKE_TUPLE = [
  'payout_id',
  'bank_id',
  'corporate_id',
  'live_reference',
  'beneficiary_id',
  'package_code',
  'amount',
  'created_at',
  ...Object.values(INTAKE_OPTIONAL),
] as const;

const AT = placesOf(INTAKE_TUPLE);

const OPTIONAL_PLACES = Object.entries(INTAKE_OPTIONAL).map(
  ([name, column]) => [name, AT[column]] as const,
);

/** The row that intake reads. */
export const intakeRowOf = (row: Tuple): IntakeRow => {
  const order: IntakeOrder = {
    transactionId: must(row, AT.payout_id),
    tenant: tenantOf(must(row, AT.bank_id), must(row, AT.corporate_id)),
    beneficiaryId: must(row, AT.beneficiary_id),
    packageCode: must(row, AT.package_code),
    amount: mustInt(row, AT.amount),
    createdAt: mustInt(row, AT.created_at),
  };
  const rest = order as unknown as Record<string, unknown>;
  for (const [name, place] of OPTIONAL_PLACES) {
    const value = cell<unknown>(row, place);
    if (value !== null) rest[name] = value;
  }
  return { order, holdsReference: cell(row, AT.live_reference) !== null };
};
