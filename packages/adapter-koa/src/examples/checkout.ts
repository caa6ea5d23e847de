/** The body of a session that is to be created (§4.13). */
export const newCheckout = {
  amount: 249_900,
  currency: 'INR',
  reference: 'ORDER-1001',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  description: 'A pair of shoes',
};

const SESSION_ID = 'cs_3f6f0c7c8e6c0b4b7e9a532f1d6f1c9a';
const TOKEN = '8c1d0f4a7b3e5d2906f8a1c4e7b0d3f69c2e5a8b1d4f7093a6c9e2b5d8f1a407';

/** A session that waits for its customer. */
export const openCheckout = {
  id: SESSION_ID,
  object: 'checkout.session',
  url: `https://pay.bank.example/pay/${SESSION_ID}?token=${TOKEN}`,
  status: 'open',
  payment_status: 'unpaid',
  amount: 249_900,
  currency: 'INR',
  reference: 'ORDER-1001',
  description: 'A pair of shoes',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  created_at: 1_795_161_600_000,
  expires_at: 1_795_162_500_000,
  attempts: { used: 0, max: 3 },
};

/** The same, paid with the second card. */
export const paidCheckout = {
  ...openCheckout,
  status: 'complete',
  payment_status: 'paid',
  attempts: { used: 2, max: 3 },
  completed_at: 1_795_161_660_000,
  payment: { card_brand: 'visa', card_last4: '4242', auth_code: '204871' },
  last_error: {
    code: 'insufficient_funds',
    message: 'The card has insufficient funds. Try another card.',
  },
};

/** The same, ended by the merchant. */
export const endedCheckout = { ...openCheckout, status: 'expired' };

/** The body of a payment link that is to be made. */
export const newPaymentLink = {
  amount: 50_050,
  currency: 'INR',
  reference: 'INVOICE-7',
  description: 'Consulting in May',
  email: 'asha@mail.example',
};

const LINK_ID = 'pl_a41f0c7c8e6c0b4b7e9a532f1d6f1c07';

/** A link as it was made. */
export const paymentLink = {
  linkId: LINK_ID,
  url: `https://pay.bank.example/link/${LINK_ID}?token=${TOKEN}`,
  status: 'open',
  amount: 50_050,
  currency: 'INR',
  reference: 'INVOICE-7',
  createdBy: 'u-admin',
  createdAt: 1_795_161_600_000,
  expiresAt: 1_795_248_000_000,
  description: 'Consulting in May',
  email: 'asha@mail.example',
  mailedAt: 1_795_161_600_000,
};

export const paymentLinkPage = {
  items: [paymentLink],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

export const checkoutSettings = {
  destinationHosts: ['shop.example', 'pay.shop.example:8443'],
  statementDescriptor: 'ACME TRADERS',
};
