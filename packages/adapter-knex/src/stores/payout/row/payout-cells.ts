import type { RowDecision, PayoutOrder, PayoutProgress } from '@hundi/core';
import type { Cells } from '../../../engine/dialect.js';
import { jsonOrNull } from '../../rows/present.js';

/**
 * By ORDER_COLUMNS, for one list of orders taken from first to last: each asks for its reference, except
 * one that an order before it asks for.
 */
export const orderCells = (): ((order: PayoutOrder) => Cells) => {
  const asked = new Set<string>();
  return (order) => {
    const { tenant, reference } = order;
    const held = `${tenant.corporateTenantId} ${reference}`;
    const first = !asked.has(held);
    asked.add(held);
    return [
      tenant.corporateTenantId,
      order.transactionId,
      tenant.bankTenantId,
      order.jobId,
      order.source,
      order.initiationMode,
      order.apiRefNumber,
      reference,
      first ? reference : null,
      order.beneficiaryId,
      order.packageCode,
      order.amount,
      order.debitAccountNumber,
      order.paymentMethodCode,
      order.beneficiaryAccountNumber,
      order.remark,
      order.tag,
      jsonOrNull(order.metadata),
      order.payoutDate,
      JSON.stringify(order.createdBy),
      order.createdAt,
      'undecided',
    ];
  };
};

/** By PROGRESS_COLUMNS. */
export const progressCells = (progress: PayoutProgress): Cells => [
  progress.status,
  progress.sequence,
  progress.approvedAt,
  progress.sentToBankAt,
  progress.paidAt,
  progress.returnedAt,
  progress.utr,
  progress.bankReference,
  jsonOrNull(progress.approval),
  jsonOrNull(progress.approvedBy),
  jsonOrNull(progress.statusDetails),
];

/** By TERMS_COLUMNS. */
export const termsCells = ({ terms }: RowDecision): Cells => {
  if (terms === undefined) throw new Error('an accepted payout has terms');
  return [
    terms.debitAccountId,
    terms.debitAccountNumber,
    terms.paymentMethod,
    terms.beneficiaryCode,
    terms.beneficiaryName,
    terms.creditAccountNumber,
    terms.creditIfsc,
    terms.feeBase,
    terms.feeGst,
    terms.masked ? 1 : 0,
    terms.limitDay,
  ];
};

/** By REJECTION_COLUMNS. */
export const rejectionCells = ({ rejection }: RowDecision): Cells => {
  if (rejection === undefined) throw new Error('a payout that is turned away has a rejection');
  return [rejection.code, rejection.message, rejection.field, rejection.causedBy];
};
