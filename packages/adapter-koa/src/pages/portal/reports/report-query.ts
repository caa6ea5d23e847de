import { addDays, Day, dayIn, E, momentIn, type InvalidInput } from '@hundi/core';
import { Search } from '../../../http/page-query.js';
import type { Visit } from '../../page-route.js';
import { paiseIn } from '../rupees-typed.js';

/** The filters as they stand in the address. */
const FILTERS = [
  'from',
  'to',
  'state',
  'package',
  'method',
  'account',
  'source',
  'min',
  'max',
  'transaction',
  'search',
] as const;
export type FilterName = (typeof FILTERS)[number];

type Typed = Readonly<Record<FilterName, string>>;

/** What a report is asked for: its filters, and those of them that cannot be read. */
export interface ReportAsked {
  readonly typed: Typed;
  readonly faults: ReadonlySet<FilterName>;
  /** The filters as the engine takes them. */
  readonly request: Readonly<Record<string, unknown>> & {
    readonly createdFrom: number;
    readonly createdBefore: number;
  };
  /** The days of the period in the bank's zone; one entry for all of them where they are too many to be shown apart. */
  readonly days: ReadonlyArray<Day>;
  /** The moment at which a day begins there. */
  readonly startOf: (day: Day) => number;
}

/** How many days are shown apart. */
const DAYS_SHOWN = 31;

/** How many days a report covers: six months, as in the interface. */
const DAYS_MAX = 184;

const dayOr = (text: string, otherwise: Day): Day | undefined =>
  text === '' ? otherwise : Day.is(text) ? text : undefined;

const codesIn = (text: string): ReadonlyArray<string> =>
  text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** The days from one to another, both included; so many at most. */
const daysBetween = (from: Day, to: Day): ReadonlyArray<Day> => {
  const days: Day[] = [];
  for (let day = from; day <= to && days.length <= DAYS_MAX; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Reads the filters of an address. Without a period it is the last 31 days, today included. */
export const reportAsked = (
  { query }: Pick<Visit, 'query'>,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): ReportAsked => {
  const value = (name: FilterName): string => (query(name) ?? '').trim();
  const typed = Object.fromEntries(FILTERS.map((name) => [name, value(name)])) as Typed;
  const today = dayIn(timeZone, now);
  const [from, to] = [
    dayOr(typed.from, addDays(dayOr(typed.to, today) ?? today, 1 - DAYS_SHOWN)),
    dayOr(typed.to, today),
  ];
  const all = from === undefined || to === undefined ? [] : daysBetween(from, to);
  const isPeriod = all.length > 0 && all.length <= DAYS_MAX;
  const [first = today, last = today] = isPeriod ? [all[0], all.at(-1)] : [];
  const [min, max] = [paiseIn(typed.min), paiseIn(typed.max)];
  const faults = new Set<FilterName>([
    ...(from === undefined ? (['from'] as const) : []),
    ...(to === undefined || (from !== undefined && !isPeriod) ? (['to'] as const) : []),
    ...(E.isRight(Search.decode(typed.search)) ? [] : (['search'] as const)),
    ...(typed.min !== '' && min === undefined ? (['min'] as const) : []),
    ...(typed.max !== '' && (max === undefined || (min !== undefined && max < min))
      ? (['max'] as const)
      : []),
  ]);
  const some = (name: string, sent: unknown, text: string) => (text === '' ? {} : { [name]: sent });
  return {
    typed: { ...typed, from: typed.from || first, to: typed.to || last },
    faults,
    days: all.length > DAYS_SHOWN ? [first] : all,
    startOf: (day) => momentIn(timeZone, day),
    request: {
      createdFrom: momentIn(timeZone, first),
      createdBefore: momentIn(timeZone, addDays(last, 1)),
      ...some('status', typed.state, typed.state),
      ...some('packageCodes', codesIn(typed.package), typed.package),
      ...some('paymentMethods', codesIn(typed.method), typed.method),
      ...some('debitAccountId', typed.account, typed.account),
      ...some('source', typed.source, typed.source),
      ...some('amountFrom', min, typed.min),
      ...some('amountTo', max, typed.max),
      ...some('transactionId', typed.transaction, typed.transaction),
      ...some('search', typed.search, typed.search),
    },
  };
};

const FIELDS: Readonly<Record<string, FilterName>> = {
  status: 'state',
  packageCodes: 'package',
  paymentMethods: 'method',
  debitAccountId: 'account',
  source: 'source',
  amountFrom: 'min',
  amountTo: 'max',
  transactionId: 'transaction',
  search: 'search',
};

/** The filters that the engine does not take. */
export const faultsOf = ({ issues }: Pick<InvalidInput, 'issues'>): ReadonlySet<FilterName> =>
  new Set(issues.flatMap(({ pointer }) => FIELDS[pointer.split('/')[1] ?? ''] ?? []));
