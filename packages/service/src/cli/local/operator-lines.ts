import { rupees } from '@hundi/core';
import type { OperatorPayout } from '@hundi/core/operator';
import { plain } from '../terminal/plain.js';

/** A payout in one line; some words in it are those of the bank. */
export const payoutLine = (payout: OperatorPayout): string => {
  const { tenant, transactionId, reference, amount, status, statusDetails, rejection } = payout;
  const why = statusDetails?.message ?? rejection?.message;
  const parts = [
    `${tenant.corporateTenantId} ${transactionId} ${reference} ${rupees(amount)} ${status}`,
    ...(why === undefined ? [] : [why]),
  ];
  return plain(parts.join(': '));
};
