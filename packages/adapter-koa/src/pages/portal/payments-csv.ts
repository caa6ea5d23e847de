import { Instruction } from '@hundi/core';
import { FAULT_COLUMN } from '@hundi/core/wire';
import { CSV_START, csvLine } from '../../http/csv.js';
import { plainRupees } from './plain-rupees.js';

type Payment = Readonly<Record<string, unknown>>;

/** The columns of a file of payments, but that people read and write rupees. */
const COLUMNS = [...Object.keys(Instruction.required), ...Object.keys(Instruction.optional)];

const cellOf = (name: string, value: unknown): string => {
  if (value === undefined) return '';
  if (name === 'amount') return plainRupees(Number(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The first line of a file of payments that people can mend and bring again; `withFaults`: of {@link mendLine}s. */
export const paymentsHeader = (withFaults: boolean): string => {
  const columns = COLUMNS.map((name) => (name === 'amount' ? 'amountRupees' : name));
  return CSV_START + csvLine(withFaults ? [...columns, FAULT_COLUMN] : columns);
};

const cellsOf = (payment: Payment): ReadonlyArray<string> =>
  COLUMNS.map((name) => cellOf(name, payment[name]));

/** One payment (§2.5) of such a file. */
export const paymentLine = (payment: Payment): string => csvLine(cellsOf(payment));

/** One payment with the words that say what is wrong with it. */
export const mendLine = (payment: Payment, fault: string): string =>
  csvLine([...cellsOf(payment), fault]);

/** Whether a rejected payment is offered to be brought again: where its reference was used, another one would pay it twice. */
export const isMendable = (code: string): boolean => code !== 'duplicate_transaction_reference';
