import { BENEFICIARY_ID } from './beneficiaries.js';

const SESSION_ID = 'pcs_5f0c2d9e8b7a46138e21d4c09b7f3a65';
const TOKEN = '9c1f0e7b5a3d24869c1f0e7b5a3d24869c1f0e7b5a3d24869c1f0e7b5a3d2486';
const EXPIRES_AT = 1_772_426_700_000;

export const checkoutRequest = {
  makerUserId: 'u-maker',
  amount: { value: 1_500_000, currency: 'INR' },
  transactionReference: 'INV-2001',
  beneficiaryId: BENEFICIARY_ID,
  redirectUrl: 'https://erp.example/payouts/done',
  cancelUrl: 'https://erp.example/payouts/cancelled',
  metadata: { costCentre: 'PUNE-2' },
};

export const openedCheckout = {
  sessionId: SESSION_ID,
  token: TOKEN,
  hostedUrl: `https://pay.bank.example/payout/${SESSION_ID}?token=${TOKEN}`,
  expiresAt: EXPIRES_AT,
};

export const checkoutRecord = {
  checkout: {
    sessionId: SESSION_ID,
    status: 'submitted',
    expiresAt: new Date(EXPIRES_AT).toISOString(),
    completedAt: '2026-03-02T04:33:20.000Z',
  },
  transaction: {
    transactionId: '019cadb9-b480-7b21-8c4d-5e6f70819301',
    transactionReference: 'INV-2001',
    status: 'pending_approval',
  },
};
