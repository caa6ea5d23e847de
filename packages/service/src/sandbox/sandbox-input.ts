import { E, type Issue } from '@hundi/core';
import type { BankFault, BankFaultKind, OrderFilter } from '@hundi/testkit';
import { invalid, type Problem } from '../http/problem.js';
import type { FileFault, FileFaultKind } from './file-faults.js';

type Body = Readonly<Record<string, unknown>>;

const SECONDS_MAX = 10 * 366 * 86_400;
const COUNT_MAX = 1_000_000;

// A record, so that a new kind does not compile until it is here.
const KINDS: Readonly<Record<BankFaultKind, true>> = {
  unreachable: true,
  answer_lost: true,
  order_lost: true,
  slow: true,
  duplicate_callback: true,
};

const issue = (field: string, value: unknown, expected: string): Issue =>
  value === undefined
    ? { pointer: `/${field}`, code: 'required', detail: 'is required' }
    : { pointer: `/${field}`, code: 'invalid', detail: `expected ${expected}` };

const wholeNumber = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** How far to move the clock, in seconds. */
export const readAdvance = ({ seconds }: Body): E.Either<Problem, number> =>
  wholeNumber(seconds, 0, SECONDS_MAX)
    ? E.right(seconds)
    : E.left(invalid(issue('seconds', seconds, `a whole number from 0 to ${SECONDS_MAX}`)));

/**
 * The fault that the bank's next calls or files suffer, and their number.
 *
 * @param ofFiles none where the bank exchanges no files
 */
export const readFault =
  (ofFiles: ReadonlyArray<FileFaultKind>) =>
  ({ kind, count }: Body): E.Either<Problem, BankFault | FileFault> => {
    const kinds: ReadonlyArray<string> = [...Object.keys(KINDS), ...ofFiles];
    const isKind = typeof kind === 'string' && kinds.includes(kind);
    const isCount = wholeNumber(count, 1, COUNT_MAX);
    if (isKind && isCount) return E.right({ kind: kind as BankFaultKind | FileFaultKind, count });
    return E.left(
      invalid(
        ...(isKind ? [] : [issue('kind', kind, `one of ${kinds.join(', ')}`)]),
        ...(isCount ? [] : [issue('count', count, `a whole number from 1 to ${COUNT_MAX}`)]),
      ),
    );
  };

/** One value that a database can be asked for. */
const isOne = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\u0000');

/** The value of a filter; an empty parameter is none. */
const readFilter =
  (name: string) =>
  (query: Body): E.Either<Problem, string | undefined> => {
    const value = query[name] ?? '';
    if (!isOne(value)) return E.left(invalid(issue(name, value, 'one value')));
    return E.right(value === '' ? undefined : value);
  };

/** The address whose mails to list. */
export const readMailFilter = readFilter('to');

/** The session whose charges to list. */
export const readChargeFilter = readFilter('sessionId');

/** Which orders to list; an empty parameter is none. */
export const readOrderFilter = (query: Body): E.Either<Problem, OrderFilter> => {
  const { bankRef = '', debitAccount = '' } = query;
  const repeated = [
    ...(isOne(bankRef) ? [] : ['bankRef']),
    ...(isOne(debitAccount) ? [] : ['debitAccount']),
  ];
  if (!isOne(bankRef) || !isOne(debitAccount)) {
    return E.left(invalid(...repeated.map((name) => issue(name, query, 'one value'))));
  }
  return E.right({
    ...(bankRef !== '' && { bankRef }),
    ...(debitAccount !== '' && { debitAccountNumber: debitAccount }),
  });
};
