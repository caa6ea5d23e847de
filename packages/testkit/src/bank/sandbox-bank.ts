import type { BankRail, BankReport, EpochMs } from '@hundi/core';
import type { BankAccount, BookedOrder, OrderFilter } from './bank-books.js';

/**
 * What can happen to a call: the bank is not reached; it is, and its answer is lost; the orders are lost on
 * the way; the bank takes longer than the rail waits; every order's report is sent twice.
 */
export type BankFaultKind =
  'unreachable' | 'answer_lost' | 'order_lost' | 'slow' | 'duplicate_callback';

export interface BankFault {
  readonly kind: BankFaultKind;
  readonly count: number;
}

/** A bank that decides by the last four digits of the beneficiary's account number (decisions §12). */
export interface SandboxBank {
  readonly rail: BankRail;
  readonly faults: {
    /** The next `count` calls suffer it. Faults of several kinds strike one after another, as they were armed. */
    readonly arm: (fault: BankFault) => void;
  };
  /** Opens the accounts that are not open yet; the others keep their balance. */
  readonly openAccounts: (accounts: ReadonlyArray<BankAccount>) => Promise<void>;
  readonly balance: (accountNumber: string) => Promise<number | undefined>;
  /** What the bank has in its books, executed or not, by `bankRef`. Orders that never arrived are not there. */
  readonly orders: (filter?: OrderFilter) => Promise<ReadonlyArray<BookedOrder>>;
  /**
   * Hands over the reports that are due now, in order, and answers how many those were. They are forgotten
   * once `take` resolves; otherwise they are handed over again: a report arrives at least once.
   */
  readonly deliverDue: (
    take: (reports: ReadonlyArray<BankReport>) => Promise<unknown>,
  ) => Promise<number>;
  /** When an order turns or a report falls due next. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
}
