import type { IntakeOrder, IntakeRow } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import type { Tuple } from '../../../engine/session.js';
import { tenantOf } from '../../rows/row-tenant.js';
import { INTAKE_OPTIONAL } from './payout-columns.js';
import { cell, must, mustInt, placesOf } from './tuple.js';

/** Whether a session holds the reference for that payout: a row that intake has not decided on does not get it. */
export const IS_MINE = `EXISTS (SELECT 1 FROM held_references r
  WHERE r.corporate_id = :corporate_id AND r.reference = :reference AND r.payout_id = :mine)`;

/** The columns that intake looks at, which {@link intakeRowOf} takes. */
const INTAKE_TUPLE = [
  'payout_id',
  'bank_id',
  'corporate_id',
  'reference',
  'live_reference',
  'beneficiary_id',
  'package_code',
  'amount',
  'created_at',
  ...Object.values(INTAKE_OPTIONAL),
] as const;

/**
 * Selects the columns for {@link intakeRowOf}. A reference that an archived payout or an open session holds is held by
 * no other. It is looked up here and not when the row is added: that statement may have begun before the payout was
 * archived, and have come to its index afterwards. A value and not EXISTS, for which PostgreSQL would read every held
 * reference.
 *
 * @param corporate the column that names the payout's corporate; that of bound rows, where there are some.
 */
export const intakeTuple = (dialect: Dialect, corporate = 't.corporate_id'): string =>
  dialect.tuple(
    INTAKE_TUPLE.map((name) =>
      name === 'live_reference'
        ? `CASE WHEN (SELECT 1 FROM held_references r
            WHERE r.corporate_id = ${corporate} AND r.reference = t.live_reference
              AND (r.payout_id IS NULL OR r.payout_id <> t.payout_id)) = 1
          THEN NULL ELSE t.live_reference END`
        : `t.${name}`,
    ),
  );

const AT = placesOf(INTAKE_TUPLE);

const OPTIONAL_PLACES = Object.entries(INTAKE_OPTIONAL).map(
  ([name, column]) => [name, AT[column]] as const,
);

/** The row that intake reads. */
export const intakeRowOf = (row: Tuple): IntakeRow => {
  const order: IntakeOrder = {
    transactionId: must(row, AT.payout_id),
    tenant: tenantOf(must(row, AT.bank_id), must(row, AT.corporate_id)),
    reference: must(row, AT.reference),
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
