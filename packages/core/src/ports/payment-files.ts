import type { E } from '../kernel/fp.js';

/**
 * One fault of a file with payments (§2.5), in words for the person who mends the file. It repeats no value of the file.
 */
export interface PaymentFileFault {
  /** What kind of fault, for software and for texts in other languages. */
  readonly code: string;
  /** The payment, counted from 1; absent for a fault of the whole file. */
  readonly row?: number;
  /** The line of a text file, or the row of a sheet, counted from 1, in which it stands. */
  readonly line?: number;
  /** The column, as the header names it. */
  readonly column?: string;
  /** The value, into the JSON of a batch that the file stands for (RFC 6901); absent for a fault of the whole file. */
  readonly pointer?: string;
  /** What was wrong and what to do, in English. */
  readonly detail: string;
}

/**
 * The column in which a file of the portal's pages says what is wrong with a payment that is to be mended and brought
 * again. A reader passes over it.
 */
export const FAULT_COLUMN = 'fault';

/** The payments of a file, as the JSON of a batch (§2.5) would hold them: not checked any further. */
export interface PaymentFile {
  readonly payments: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** The line, or the row of the sheet, of each payment, counted from 1. */
  readonly lines: ReadonlyArray<number>;
  /** The control totals that stand in the file, to be compared with the payments; the amount in paise. */
  readonly controlTotals?: { readonly count: number; readonly amount: number };
}

/**
 * Reads payments from the bytes of a file that a spreadsheet or an ERP wrote. The name of the file decides nothing.
 *
 * It also reads the files that the portal's pages write for people to mend: CSV with the fields of a payment (§2.5) as
 * columns, `amountRupees` in place of `amount`, and {@link FAULT_COLUMN}. A text that begins like a formula has one
 * apostrophe before it there, which the reader takes off.
 *
 * It holds the payments, and of the file no more than its packed bytes (at most 16 MiB). It holds others up for no longer
 * than a few milliseconds, and refuses with at most a hundred faults. Nothing is guessed: a value that a spreadsheet has made another is a fault.
 *
 * A reader that is given `take` may hand each payment over as soon as it is read, and return none: then nobody needs to hold
 * all of them. Those of a file that it refuses in the end count for nothing.
 */
export type PaymentFiles = (
  bytes: AsyncIterable<Uint8Array>,
  take?: (payment: PaymentFile['payments'][number], line: number) => void,
) => Promise<E.Either<ReadonlyArray<PaymentFileFault>, PaymentFile>>;
