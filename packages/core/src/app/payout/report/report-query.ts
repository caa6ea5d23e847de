import * as t from 'io-ts';
import { about, alias, documented } from '../../../kernel/codecs/documented.js';
import {
  DebitAccountId,
  PackageCode,
  PaymentMethodCode,
  TransactionId,
  UserId,
} from '../../../kernel/values/ids.js';
import { PAISE_MAX } from '../../../kernel/values/money.js';
import {
  listParameter,
  numberParameter,
  optional,
  parameter,
} from '../../../kernel/codecs/parameter.js';
import { SEARCH_MAX, SearchText } from '../../../kernel/values/search-text.js';
import { Day } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { TransactionStatus } from '../../../model/payout/transaction-object.js';

/** Where payouts come from (§4.9). */
export const ReportSource = t.keyof(
  {
    corporate_app: null,
    file_upload: null,
    partner_api: null,
    client_sdk: null,
    payout_link: null,
    payout_checkout: null,
  },
  'ReportSource',
);

/** How an amount is compared (§4.9). */
const AmountOperator = t.keyof(
  { between: null, equals: null, gt: null, lt: null },
  'AmountOperator',
);

const turned = (text: string): string => text.split('-').reverse().join('-');

const ReportDay = documented(
  parameter('ReportDay', 'an existing date, DD-MM-YYYY', {
    is: Day.is,
    read: (text) => {
      const day: unknown = turned(text);
      return Day.is(day) ? day : undefined;
    },
    write: turned,
  }),
  { type: 'string', pattern: '^[0-9]{2}-[0-9]{2}-[0-9]{4}$' },
);

/** How many codes a filter names. */
export const CODES_MAX = 100;

const ReportSearchText = documented(
  parameter(
    'ReportSearchText',
    `at most ${String(SEARCH_MAX)} characters without control characters`,
    {
      is: t.string.is,
      read: (text) => (SearchText.is(text) ? text : undefined),
      write: t.identity,
    },
  ),
  { type: 'string', maxLength: SEARCH_MAX },
);

const Amount = documented(
  numberParameter(
    `a whole number of paise from 0 to ${String(PAISE_MAX)}`,
    t.refinement(Whole, (paise) => paise <= PAISE_MAX, 'BoundOfAmounts'),
  ),
  { type: 'integer', minimum: 0, maximum: PAISE_MAX },
);

const described = <C extends t.Mixed>(codec: C, description: string) =>
  optional(alias(codec, { description }));

/** The query parameters of §4.9, each by itself, but for those that page through the list. */
export const ReportQuery = {
  initiatedByUserId: about(
    UserId,
    'The user whose role determines the visible packages and debit accounts.',
  ),
  transactionId: described(TransactionId, 'Fetch one transaction.'),
  fromDate: described(ReportDay, 'UTC day start, DD-MM-YYYY; must be sent with toDate.'),
  toDate: described(
    ReportDay,
    'UTC day end, DD-MM-YYYY, inclusive; must be sent with fromDate; at most 6 months after it.',
  ),
  state: described(
    TransactionStatus,
    'The status of the payment; queued until the service has validated it.',
  ),
  packages: described(
    listParameter('PackageCodes', PackageCode, CODES_MAX),
    `At most ${String(CODES_MAX)} package codes, separated by commas.`,
  ),
  paymentMethods: described(
    listParameter('PaymentMethodCodes', PaymentMethodCode, CODES_MAX),
    `At most ${String(CODES_MAX)} method codes, separated by commas.`,
  ),
  debitAccountId: described(DebitAccountId, 'One funding account.'),
  search: described(
    ReportSearchText,
    'The beginning of the title (all of it, where no such beneficiary exists), of transactionReference, of apiRefNumber or of jobId; part of the name or of an id of the beneficiary; or an amount, in paise, or in rupees with two decimals, ₹ or a comma.',
  ),
  source: described(ReportSource, 'The channel through which the payment was created.'),
  amountOperator: described(
    AmountOperator,
    'How amounts are compared: between needs amountMin and amountMax, the others need amountValue.',
  ),
  amountValue: described(Amount, 'Paise; with the operators equals, gt and lt.'),
  amountMin: described(Amount, 'Paise, inclusive; with the operator between.'),
  amountMax: described(Amount, 'Paise, inclusive; with the operator between.'),
};
export type ReportQuery = t.TypeOfProps<typeof ReportQuery>;
