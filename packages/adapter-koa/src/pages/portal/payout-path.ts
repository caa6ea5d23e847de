/** The address of one payout's page. */
export const payoutAt = (transactionId: string): `/${string}` =>
  `/portal/payouts/${encodeURIComponent(transactionId)}`;
