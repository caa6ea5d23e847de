import { BENEFICIARY_ID } from './beneficiaries.js';

const TRANSACTION_ID = '019cadb6-a740-8b21-8c4d-5e6f70800000';

export const transactionPage = {
  items: [
    {
      transactionId: TRANSACTION_ID,
      title: 'Payout to Sharma Steel',
      state: 'paid',
      totalAmount: { value: 250_000, currency: 'INR' },
      packageCode: 'VENDOR',
      debitAccountId: 'da-main',
      metadata: { costCentre: 'PUNE-2' },
      items: [
        {
          itemId: TRANSACTION_ID,
          beneficiaryId: BENEFICIARY_ID,
          amount: 250_000,
          state: 'paid',
          accountNumber: '123456780001',
          ifsc: 'HDFC0000001',
        },
      ],
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};
