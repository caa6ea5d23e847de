import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { InvalidInput, invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { list } from '../../../kernel/codecs/list.js';
import { record } from '../../../kernel/codecs/record.js';
import type { Plain } from '../../../kernel/use-case/plain.js';
import {
  DebitAccountId,
  PackageCode,
  PaymentMethodCode,
  TransactionId,
  UserId,
} from '../../../kernel/values/ids.js';
import { CursorRequest } from '../../../kernel/values/cursor.js';
import { SearchText } from '../../../kernel/values/search-text.js';
import { DAY, EpochMs, monthsAfter, type Day } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { CODES_MAX, ReportSource, type ReportQuery } from './report-query.js';
import { TransactionStatus } from '../../../model/payout/transaction-object.js';

const codes = <C extends t.Mixed>(code: C) =>
  list(code, { max: CODES_MAX }, `at most ${String(CODES_MAX)} codes`);

/** The filters of a report (§4.9). An absent filter excludes nothing. */
export const ReportRequest = record(
  'ReportRequest',
  { initiatedByUserId: UserId },
  {
    transactionId: TransactionId,
    /** Accepted at this moment or later. */
    createdFrom: EpochMs,
    /** Accepted before this moment. */
    createdBefore: EpochMs,
    status: TransactionStatus,
    packageCodes: codes(PackageCode),
    paymentMethods: codes(PaymentMethodCode),
    debitAccountId: DebitAccountId,
    source: ReportSource,
    /** Paise, inclusive. */
    amountFrom: Whole,
    amountTo: Whole,
    search: SearchText,
  },
);
export type ReportRequest = t.TypeOf<typeof ReportRequest>;

export const ReportPageRequest = record(
  'ReportPageRequest',
  { ...ReportRequest.required, ...CursorRequest.required },
  { ...ReportRequest.optional, ...CursorRequest.optional },
);
export type ReportPageRequest = t.TypeOf<typeof ReportPageRequest>;

const MONTHS_MAX = 6;

/**
 * Reads the parameters of a report together (§4.9): days are UTC and the last one is included; amounts
 * come with the operator that they belong to.
 *
 * @param at the pointer of the parameters, for the faults that are found
 */
export const reportRequest = (
  query: ReportQuery,
  at: string,
): E.Either<InvalidInput, Plain<ReportRequest>> => {
  const issues = [...dayIssues(query), ...amountIssues(query)];
  if (issues.length > 0) {
    return E.left(
      InvalidInput(issues.map(({ pointer, ...issue }) => ({ pointer: at + pointer, ...issue }))),
    );
  }
  const { initiatedByUserId, transactionId, state, packages, paymentMethods, ...rest } = query;
  const { debitAccountId, source, search } = rest;
  return E.right({
    initiatedByUserId,
    ...(transactionId !== undefined && { transactionId }),
    ...days(query),
    ...(state !== undefined && { status: state }),
    ...(packages !== undefined && { packageCodes: packages }),
    ...(paymentMethods !== undefined && { paymentMethods }),
    ...(debitAccountId !== undefined && { debitAccountId }),
    ...(source !== undefined && { source }),
    ...amounts(query),
    ...(search !== undefined && search !== '' && { search }),
  });
};

const required = (name: keyof ReportQuery, because: keyof ReportQuery): Issue => ({
  pointer: `/${name}`,
  code: 'required',
  detail: `is required with ${because}`,
});

const unexpected = (name: keyof ReportQuery, expected: string): Issue =>
  invalid(`/${name}`, `expected ${expected}`);

const startOf = (day: Day): EpochMs => Date.parse(`${day}T00:00:00Z`);

const dayIssues = ({ fromDate, toDate }: ReportQuery): ReadonlyArray<Issue> => {
  if (fromDate === undefined) return toDate === undefined ? [] : [required('fromDate', 'toDate')];
  if (toDate === undefined) return [required('toDate', 'fromDate')];
  if (toDate < fromDate) return [unexpected('toDate', 'a date on or after fromDate')];
  return startOf(toDate) > monthsAfter(fromDate, MONTHS_MAX)
    ? [unexpected('toDate', `a date at most ${String(MONTHS_MAX)} months after fromDate`)]
    : [];
};

const days = ({ fromDate, toDate }: ReportQuery) =>
  fromDate !== undefined &&
  toDate !== undefined && { createdFrom: startOf(fromDate), createdBefore: startOf(toDate) + DAY };

const AMOUNTS = ['amountValue', 'amountMin', 'amountMax'] as const;

const amountIssues = (query: ReportQuery): ReadonlyArray<Issue> => {
  const { amountOperator: operator, amountMin, amountMax } = query;
  if (operator === undefined) {
    const alone = AMOUNTS.find((name) => query[name] !== undefined);
    return alone === undefined ? [] : [required('amountOperator', alone)];
  }
  const expected: ReadonlyArray<keyof ReportQuery> =
    operator === 'between' ? ['amountMin', 'amountMax'] : ['amountValue'];
  const mixed = AMOUNTS.flatMap((name) => {
    if (expected.includes(name) === (query[name] !== undefined)) return [];
    return expected.includes(name)
      ? [required(name, 'amountOperator')]
      : [unexpected(name, `none with amountOperator ${operator}`)];
  });
  return mixed.length === 0 && amountMin !== undefined && amountMax !== undefined
    ? amountMin > amountMax
      ? [unexpected('amountMax', 'at least amountMin')]
      : []
    : mixed;
};

const amounts = ({ amountOperator, amountValue, amountMin, amountMax }: ReportQuery) => {
  if (amountMin !== undefined && amountMax !== undefined) {
    return { amountFrom: amountMin, amountTo: amountMax };
  }
  if (amountValue === undefined) return {};
  if (amountOperator === 'gt') return { amountFrom: amountValue + 1 };
  // Nothing is less than nothing, and no payout is of nothing.
  if (amountOperator === 'lt') return { amountTo: Math.max(amountValue - 1, 0) };
  return { amountFrom: amountValue, amountTo: amountValue };
};
