import type { BatchRequest } from '@hundi/core';
import { DEBIT_ACCOUNT } from '../bench/document.js';
import { AMOUNT, type House } from './house.js';

/** A batch whose references begin with `name`. */
export const batchOf = ({ payees }: House, payments: number, name: string): BatchRequest =>
  ({
    initiatedByUserId: 'u-erp',
    apiRefNumber: name,
    payments: Array.from({ length: payments }, (_, i) => ({
      transactionReference: `${name}-${String(i)}`,
      beneficiaryId: payees[i % payees.length],
      packageCode: 'VENDOR',
      amount: AMOUNT,
      debitAccountNumber: DEBIT_ACCOUNT,
      paymentMethodCode: 'NEFT',
    })),
  }) as unknown as BatchRequest;
