import type { StatementEntry } from '../reading/statement.js';

/**
 * Whether an entry of this amount is of payments that come to a sum: exactly, or with the charges that it or its payments
 * name, which a bank may write at either or at both.
 *
 * @param paise what the payments come to on the side of the entry
 * @param charges what the payments say that the entry has in charges, in paise
 */
export const isSumOf = (
  { amount, side, charges: ofEntry = 0 }: StatementEntry,
  paise: number,
  charges = 0,
): boolean => {
  if (!('paise' in amount)) return false;
  // Charges make a debit greater, and a credit smaller.
  const difference = side === 'debit' ? amount.paise - paise : paise - amount.paise;
  return [0, ofEntry, charges, ofEntry + charges].includes(difference);
};
