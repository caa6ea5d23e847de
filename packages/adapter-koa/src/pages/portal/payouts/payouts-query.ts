import { queryText } from '../query-text.js';
import {
  Day,
  DebitAccountId,
  momentIn,
  PackageCode,
  TransactionObject,
  type TransactionObject as Payout,
} from '@hundi/core';
import { SearchText } from '@hundi/core/wire';
import type { Visit } from '../../page-route.js';
import { paiseIn } from '../rupees-typed.js';

/** The filters as they stand in the address. */
export const FILTERS = [
  'search',
  'status',
  'package',
  'account',
  'from',
  'to',
  'min',
  'max',
] as const;
export type FilterName = (typeof FILTERS)[number];

interface Filter {
  readonly search?: string;
  readonly status?: Payout['status'];
  readonly packageCodes?: ReadonlyArray<string>;
  readonly debitAccountId?: string;
  readonly createdFrom?: number;
  readonly createdBefore?: number;
  readonly amountFrom?: number;
  readonly amountTo?: number;
}

/** What narrows the list of payouts, and which of the filters cannot be read. */
export interface PayoutsAsked {
  readonly typed: Readonly<Record<FilterName, string>>;
  readonly faults: ReadonlyArray<FilterName>;
  readonly filter: Filter;
}

const DAY = 86_400_000;

/** The moment at which a day begins where the bank is; the days of a filter are the bank's. */
const startOf = (day: string, zone: string): number | undefined =>
  Day.is(day) ? momentIn(zone, day) : undefined;

const nextDay = (day: string): string =>
  new Date(Date.parse(day) + DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

const { status: Status } = TransactionObject.required;

const having = <A>(value: A | undefined, as: (value: A) => Filter): Filter | undefined =>
  value === undefined ? undefined : as(value);

const READERS: Readonly<Record<FilterName, (text: string, zone: string) => Filter | undefined>> = {
  search: (text) => (SearchText.is(text) ? { search: text } : undefined),
  status: (text) => (Status.is(text) ? { status: text } : undefined),
  package: (text) => (PackageCode.is(text) ? { packageCodes: [text] } : undefined),
  account: (text) => (DebitAccountId.is(text) ? { debitAccountId: text } : undefined),
  from: (text, zone) => having(startOf(text, zone), (createdFrom) => ({ createdFrom })),
  to: (text, zone) =>
    Day.is(text)
      ? having(startOf(nextDay(text), zone), (createdBefore) => ({ createdBefore }))
      : undefined,
  min: (text) => having(paiseIn(text), (amountFrom) => ({ amountFrom })),
  max: (text) => having(paiseIn(text), (amountTo) => ({ amountTo })),
};

/** Reads the filters of an address; days are those of `zone`, the last one included. */
export const payoutsAsked = ({ query }: Pick<Visit, 'query'>, zone: string): PayoutsAsked => {
  const typed = Object.fromEntries(
    FILTERS.map((name) => [name, (query(name) ?? '').trim()]),
  ) as Record<FilterName, string>;
  const faults: FilterName[] = [];
  let filter: Filter = {};
  for (const name of FILTERS) {
    if (typed[name] === '') continue;
    const read = READERS[name](typed[name], zone);
    if (read === undefined) faults.push(name);
    else filter = { ...filter, ...read };
  }
  const { createdFrom = 0, createdBefore = Infinity } = filter;
  return createdFrom < createdBefore
    ? { typed, faults, filter }
    : { typed, faults: [...faults, 'to'], filter };
};

/** The address of the list with these filters. */
export const listAt = (typed: Partial<Record<FilterName | 'after', string>>): `/${string}` =>
  `/portal/payouts${queryText(typed)}`;
