import type { ProvisionDocument } from '@hundi/core';
import type { BankAccount } from './bank-books.js';

/** The balance of a debit account whose document names no opening balance: a thousand crore rupees. */
const GENEROUS = 10 ** 12;

/** The debit accounts of a provision document as the bank opens them. */
export const openingAccounts = ({ bankTenants }: ProvisionDocument): ReadonlyArray<BankAccount> =>
  bankTenants.flatMap(({ corporates }) =>
    corporates.flatMap(({ debitAccounts = [] }) =>
      debitAccounts.map(({ accountNumber, openingBalance = GENEROUS }) => ({
        accountNumber,
        balance: openingBalance,
      })),
    ),
  );
