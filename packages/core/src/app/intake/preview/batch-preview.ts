import * as t from 'io-ts';
import { about, alias, documented } from '../../../kernel/codecs/documented.js';
import { record } from '../../../kernel/codecs/record.js';
import type { PaymentMethodCode } from '../../../kernel/values/ids.js';
import { Reference } from '../../../kernel/values/text.js';
import { Day, Instant } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { RejectionCode } from '../../../model/payout/rejection.js';
import { TransactionObject } from '../../../model/payout/transaction-object.js';

const orNull = <C extends t.Mixed>(codec: C, description: string) =>
  documented(t.union([codec, t.null]), { description });

const VERDICT = {
  outcome: t.keyof({ accepted: null, rejected: null }, 'PreviewOutcome'),
  rejectionCode: t.union([RejectionCode, t.null]),
  rejectionMessage: t.union([t.string, t.null]),
  fees: orNull(TransactionObject.optional.fees, 'Null for a rejected row.'),
  levelsRequired: orNull(
    Whole,
    'How many levels of approval the payout must pass; 0 if none. Null for a rejected row.',
  ),
  releaseDate: orNull(
    Day,
    'The day in the zone of the bank on which the payout is sent if it is approved in time. Null for a rejected row.',
  ),
};

/** What intake says of one payment, and what follows for it (decisions §5). */
export type Verdict = t.TypeOfProps<typeof VERDICT>;

const PreviewRecord = record('PreviewRecord', {
  index: about(Whole, 'The position in the request, starting at 0.'),
  transactionReference: Reference,
  ...VERDICT,
});
export type PreviewRecord = t.TypeOf<typeof PreviewRecord>;

/** The verdict on each payment of a batch that was not posted, and the token by which it gets them (decisions §5). */
export const BatchPreview = record('BatchPreview', {
  previewToken: about(
    t.string,
    'Post the same batch with it, in the header Preview-Token: it gets these verdicts, or 409.',
  ),
  expiresAt: Instant,
  totals: record('PreviewTotals', {
    count: Whole,
    amount: alias(t.number, {
      type: 'integer',
      minimum: 1,
      description:
        'The sum of all amounts in paise. Beyond 2^53 it is rounded, as every number of JSON is by most parsers.',
    }),
    accepted: Whole,
    rejected: Whole,
  }),
  records: t.readonlyArray(PreviewRecord),
});
export type BatchPreview = t.TypeOf<typeof BatchPreview>;

/** What a page shows of an accepted row beside its verdict. */
export interface AcceptedRow {
  /** The position in the request, starting at 0. */
  readonly index: number;
  readonly beneficiaryCode: string;
  readonly beneficiaryName: string;
  /** Masked where the package masks it. */
  readonly accountNumber: string;
  readonly paymentMethod: PaymentMethodCode;
}

/** A preview for a program that shows it: with whom the first 20 accepted rows pay, and how. */
export interface ShownPreview extends BatchPreview {
  readonly firstAccepted: ReadonlyArray<AcceptedRow>;
}
