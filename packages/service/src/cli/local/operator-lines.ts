import { rupees } from '@hundi/core';
import type { OperatorPayout } from '@hundi/core/operator';

/** A payout in one line. */
export const payoutLine = (payout: OperatorPayout): string => {
  const { tenant, transactionId, reference, amount, status, statusDetails, rejection } = payout;
  const why = statusDetails?.message ?? rejection?.message;
  return [
    `${tenant.corporateTenantId} ${transactionId} ${reference} ${rupees(amount)} ${status}`,
    ...(why === undefined ? [] : [why]),
  ].join(': ');
};
