import type { BankOrder } from '@hundi/core/rail';
import type { OpenBooks } from './bank-books.js';

type Amount = Pick<BankOrder, 'debitAccountNumber' | 'amount'>;

/** What became of a withdrawal. */
export type Withdrawal = 'done' | 'insufficient' | 'unknown_account' | 'group_differs';

/** Balances while orders are worked through: each sees what the ones before it left. */
export interface Ledger {
  /** Takes the amount off its account, or nothing at all. */
  readonly withdraw: (amount: Amount) => Withdrawal;
  readonly putBack: (amount: Amount) => void;
  readonly write: () => Promise<void>;
}

/** Reads the balances of these accounts. */
export const ledger = async (
  books: OpenBooks,
  accountNumbers: ReadonlyArray<string>,
): Promise<Ledger> => {
  const accounts = await books.accounts([...new Set(accountNumbers)]);
  const balances = new Map(accounts.map(({ accountNumber, balance }) => [accountNumber, balance]));
  const changed = new Set<string>();

  const add = (accountNumber: string, amount: number): void => {
    balances.set(accountNumber, (balances.get(accountNumber) ?? 0) + amount);
    changed.add(accountNumber);
  };

  return {
    withdraw: ({ debitAccountNumber, amount }) => {
      const balance = balances.get(debitAccountNumber);
      if (balance === undefined) return 'unknown_account';
      if (balance < amount) return 'insufficient';
      add(debitAccountNumber, -amount);
      return 'done';
    },
    putBack: ({ debitAccountNumber, amount }) => {
      add(debitAccountNumber, amount);
    },
    write: () =>
      books.putAccounts(
        [...changed].map((accountNumber) => ({
          accountNumber,
          balance: balances.get(accountNumber) ?? 0,
        })),
      ),
  };
};
