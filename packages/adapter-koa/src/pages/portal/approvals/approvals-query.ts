import { JobId, PackageCode, UserId } from '@hundi/core';
import type { Visit } from '../../page-route.js';
import { queryText } from '../query-text.js';
import { paiseIn } from '../rupees-typed.js';

const DAY = 86_400_000;

/** The filters as they stand in the address. */
export const FILTERS = ['package', 'min', 'max', 'age', 'maker', 'job'] as const;
export type FilterName = (typeof FILTERS)[number];

/** What narrows the list, and which of the filters cannot be read. */
export interface ApprovalsAsked {
  readonly typed: Readonly<Record<FilterName, string>>;
  readonly faults: ReadonlyArray<FilterName>;
  readonly filter: {
    readonly packageCode?: string;
    readonly minAmount?: number;
    readonly maxAmount?: number;
    readonly createdUpTo?: number;
    readonly makerUserId?: string;
    readonly jobId?: string;
  };
}

const DAYS = /^(?:1|3|7|30)$/;

const READERS: Readonly<
  Record<FilterName, (text: string, now: number) => ApprovalsAsked['filter'] | undefined>
> = {
  package: (text) => (PackageCode.is(text) ? { packageCode: text } : undefined),
  min: (text) => amount(text, (minAmount) => ({ minAmount })),
  max: (text) => amount(text, (maxAmount) => ({ maxAmount })),
  age: (text, now) => (DAYS.test(text) ? { createdUpTo: now - Number(text) * DAY } : undefined),
  maker: (text) => (UserId.is(text) ? { makerUserId: text } : undefined),
  job: (text) => (JobId.is(text) ? { jobId: text } : undefined),
};

const amount = <A>(text: string, as: (paise: number) => A): A | undefined => {
  const paise = paiseIn(text);
  return paise === undefined ? undefined : as(paise);
};

/** Reads the filters of an address. */
export const approvalsAsked = ({ query }: Pick<Visit, 'query'>, now: number): ApprovalsAsked => {
  const typed = Object.fromEntries(
    FILTERS.map((name) => [name, (query(name) ?? '').trim()]),
  ) as Record<FilterName, string>;
  const faults: FilterName[] = [];
  let filter: ApprovalsAsked['filter'] = {};
  for (const name of FILTERS) {
    if (typed[name] === '') continue;
    const read = READERS[name](typed[name], now);
    if (read === undefined) faults.push(name);
    else filter = { ...filter, ...read };
  }
  return { typed, faults, filter };
};

/** The query of an address with these filters. */
export const queryOf = (typed: Partial<Record<FilterName | 'after' | 'all', string>>): string =>
  queryText(typed);
