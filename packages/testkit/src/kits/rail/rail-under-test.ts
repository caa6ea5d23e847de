import type { BankRail } from '@hundi/core';
import type { BankDebtor } from '@hundi/core/rail';
import type { BreakWire, Wired } from '../check/wire.js';

/** An order as the bank's test system knows it. The kit adds a `bankRef` and a `transactionId` that were never used, and what the sample leaves out. */
export type SampleOrder = Readonly<
  Record<
    | 'bankTenantId'
    | 'paymentMethod'
    | 'debitAccountNumber'
    | 'creditAccountNumber'
    | 'ifsc'
    | 'beneficiaryName'
    | 'narration',
    string
  > & {
    /** Paise. */
    amount: number;
    /** Who pays. Default: a party without a customer id and LEI. */
    debtor?: BankDebtor;
    /** Default: the date of the check in India. */
    executionDate?: string;
    purpose?: string;
    creditorLei?: string;
  }
>;

/** A bank's rail, and what the kit may do with the bank behind it. Each hook that is left out leaves rules unchecked. */
export interface RailUnderTest extends Wired {
  /** Returns the rail. Called once for the traits and once for each check; it may return the same rail each time. */
  readonly rail: () => BankRail;
  /** An order that the test system pays, as often as it comes under a new `bankRef`. */
  readonly pays: SampleOrder;
  /** An order that the test system refuses. */
  readonly refuses?: SampleOrder;
  /** How often money has left for an order, by the bank's own books. */
  readonly timesPaid?: (bankRef: string) => number | Promise<number>;
  /** What has been debited for a group, in paise, by the bank's own books: one amount for each debit entry. */
  readonly groupDebits?: (
    groupRef: string,
  ) => ReadonlyArray<number> | Promise<ReadonlyArray<number>>;
  /** Returns once the bank has executed what it has accepted so far. Default: at once. */
  readonly settle?: () => void | Promise<void>;
  /** Holds the orders of the next submit on their way to the bank; the function that it returns lets them arrive. */
  readonly holdNextSubmit?: BreakWire;
  /** How many orders the kit puts into one call. Default: 10. */
  readonly ordersACall?: number;
}
