/**
 * The terms of payouts find what payees were paid. The index took a tenth of what it costs to pay a batch on SQLite; a
 * program that does not know this step finds the same without it, only slower.
 */
export const paidByTerms = (): ReadonlyArray<string> => ['DROP INDEX payouts_paid_to_payee'];
