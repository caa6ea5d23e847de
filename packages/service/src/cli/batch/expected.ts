import { paiseIn, rupees, RUPEES_AS } from '@hundi/core';
import { Misused, numberOf, textOf, type Command, type Given } from '../command/command.js';
import { counted } from '../../texts/counted.js';
import type { FileFault } from './file-fault.js';
import type { Totals } from './totals.js';

/** The options by which a person says what a file must come to. */
export const EXPECT_OPTIONS: NonNullable<Command['options']> = {
  'expect-total': {
    type: 'string',
    value: 'RUPEES',
    about: 'refuses a file whose sum is another one, as 1,00,000.00',
  },
  'expect-count': {
    type: 'string',
    value: 'NUMBER',
    about: 'refuses a file with more or fewer payments',
  },
};

/** What a file must come to; undefined where nobody said so. */
export interface Expected {
  readonly total: bigint | undefined;
  readonly count: number | undefined;
}

/** Reads what is expected. @throws Misused */
export const expectedOf = (given: Given): Expected => {
  const text = textOf(given, 'expect-total');
  const total = text === undefined ? undefined : paiseIn(text);
  if (text !== undefined && total === undefined)
    throw new Misused(`--expect-total: expected ${RUPEES_AS}`);
  const isCounted = textOf(given, 'expect-count') !== undefined;
  const count = numberOf(given, 'expect-count', { min: 1, max: 999_999_999, usual: 1 });
  return { total, count: isCounted ? count : undefined };
};

const HUNDREDFOLD =
  '; one is a hundred times the other: amount is paise, and the column amountRupees is rupees';

/** How a file differs from what was expected of it. */
export const unexpected = ({ total, count }: Expected, found: Totals): ReadonlyArray<FileFault> => {
  const isHundredfold =
    total !== undefined && (total === found.total * 100n || total * 100n === found.total);
  const pointer = '/payments';
  return [
    ...(count === undefined || count === found.payments
      ? []
      : [
          {
            column: '--expect-count',
            pointer,
            detail: `expected ${counted(count, 'payment')}, and not ${String(found.payments)}`,
          },
        ]),
    ...(total === undefined || total === found.total
      ? []
      : [
          {
            column: '--expect-total',
            pointer,
            detail: `expected ${rupees(total)} in all, and not ${rupees(found.total)}${isHundredfold ? HUNDREDFOLD : ''}`,
          },
        ]),
  ];
};
