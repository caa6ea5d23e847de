import { E, type PaymentFile, type PaymentFiles } from '@hundi/core';
import { PAYMENTS_MAX } from '@hundi/core/wire';
import { FileRefused, refuse, type Fault } from '../file-refused.js';
import { bare, isBlank, isEmpty, lettersIn, type Cell } from './cell.js';
import { columnsOf } from './header.js';
import { paymentOf } from './payment-of.js';

/** As many as a sheet can have, empty ones included. */
const ROWS_MAX = 1_048_576;

// A workbook can name one long text in each of its cells: small as it is, it would be gigabytes of payments.
const ROW_LETTERS_MAX = 65_536;
const LETTERS_MAX = 64 * 1_048_576;

/** As many as the service names. */
const FAULTS_MAX = 100;

/** Takes the rows of a table, of which the first one is the header, and makes payments of them. */
export interface PaymentRows {
  /**
   * Takes the next row, with its line, counted from 1.
   *
   * @throws FileRefused at the first payment, or line, that is one too many.
   */
  readonly take: (cells: ReadonlyArray<Cell | undefined>, line: number) => void;
  /** Whether further rows change nothing. */
  readonly isFull: () => boolean;
  /** What the rows came to. */
  readonly read: () => E.Either<ReadonlyArray<Fault>, PaymentFile>;
}

type Payment = PaymentFile['payments'][number];

const TOTALS = /^TOTAL (\d{1,9})$/i;

/** The control totals that a row states: `TOTAL 120` in place of the reference, and the sum in place of the amount. */
const totalsIn = ({
  transactionReference,
  amount,
  ...others
}: Payment): PaymentFile['controlTotals'] => {
  const count = Number(TOTALS.exec(String(transactionReference))?.[1]);
  return count > 0 && typeof amount === 'number' && Object.keys(others).length === 0
    ? { count, amount }
    : undefined;
};

const MOST = PAYMENTS_MAX.toLocaleString('en-IN');

const cellsIn = (count: number): string => `${String(count)} ${count === 1 ? 'cell' : 'cells'}`;

/** @param take takes the payments; without it, they are returned in the end. */
export const paymentRows = (take?: Parameters<PaymentFiles>[1]): PaymentRows => {
  const payments: Payment[] = [];
  const lines: number[] = [];
  const faults: Fault[] = [];
  let width = 0;
  let toPayment: ReturnType<typeof paymentOf> | undefined;
  let hasHeader = false;
  let rows = 0;
  let controlTotals: PaymentFile['controlTotals'];
  let letters = 0;

  const weigh = (cells: ReadonlyArray<Cell | undefined>, line: number): void => {
    const own = cells.reduce((sum, cell) => sum + lettersIn(cell), 0);
    letters += own;
    if (own > ROW_LETTERS_MAX)
      refuse('long_row', 'the row has more than 65,536 letters: shorten its cells', line);
    if (letters > LETTERS_MAX)
      refuse('too_large', 'the cells have more than 67,108,864 letters together: split the file');
  };

  const takeHeader = (cells: ReadonlyArray<Cell | undefined>, line: number): void => {
    hasHeader = true;
    const columns = columnsOf(cells, line);
    if (E.isLeft(columns)) faults.push(...columns.left);
    else {
      width = columns.right.length;
      toPayment = paymentOf(columns.right);
    }
  };

  const isOfWidth = (cells: ReadonlyArray<Cell | undefined>): boolean =>
    (typeof cells[0] !== 'string' || cells.length >= width) &&
    cells.slice(width).every((cell) => isEmpty(bare(cell)));

  const takePayment = (
    cells: ReadonlyArray<Cell | undefined>,
    line: number,
    read: ReturnType<typeof paymentOf>,
  ): void => {
    if (controlTotals !== undefined)
      refuse(
        'after_totals',
        'nothing may stand below the control totals: move them to the end',
        line,
      );
    const payment = isOfWidth(cells) ? read(cells) : undefined;
    if (payment !== undefined && E.isRight(payment)) controlTotals = totalsIn(payment.right);
    if (controlTotals !== undefined) return;
    rows += 1;
    if (rows > PAYMENTS_MAX)
      throw new FileRefused({
        code: 'too_many',
        row: rows,
        line,
        pointer: '/payments',
        detail: `expected at most ${MOST} payments: split the file`,
      });
    const at = { row: rows, line };
    const pointer = `/payments/${String(rows - 1)}`;
    if (payment === undefined) {
      const detail = `expected ${cellsIn(width)}, as the header has, and not ${String(cells.length)}`;
      faults.push({ code: 'cells', ...at, pointer, detail });
      return;
    }
    if (E.isRight(payment)) {
      if (take !== undefined) take(payment.right, line);
      else {
        payments.push(payment.right);
        lines.push(line);
      }
    } else
      for (const fault of payment.left)
        faults.push({ ...at, ...fault, pointer: pointer + fault.pointer });
  };

  return {
    take: (cells, line) => {
      if (line > ROWS_MAX)
        refuse('too_many', 'the file has more lines than a sheet: delete those that are empty');
      weigh(cells, line);
      if (faults.length >= FAULTS_MAX || isBlank(cells)) return;
      if (!hasHeader) takeHeader(cells, line);
      else if (toPayment !== undefined) takePayment(cells, line, toPayment);
    },
    isFull: () => faults.length >= FAULTS_MAX || (hasHeader && toPayment === undefined),
    read: () => {
      if (faults.length === 0 && rows === 0)
        faults.push({
          code: 'no_payments',
          pointer: '/payments',
          detail: hasHeader
            ? `the file has no payments: expected 1 to ${MOST} payments`
            : `the file is empty: expected a header and 1 to ${MOST} payments`,
        });
      return faults.length > 0
        ? E.left(faults.slice(0, FAULTS_MAX))
        : E.right({ payments, lines, ...(controlTotals !== undefined && { controlTotals }) });
    },
  };
};
