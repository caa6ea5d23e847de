/**
 * The last payouts that a payee was paid say what is usual. The index holds what was paid and has not come back: a
 * payout's row is written anew in it once, with the change that gives it its UTR.
 */
export const paidToPayees = (): ReadonlyArray<string> => [
  `CREATE INDEX payouts_paid_to_payee
    ON payouts (corporate_id, bank_id, beneficiary_id, paid_at, payout_id)
    WHERE paid_at IS NOT NULL AND returned_at IS NULL`,
];
