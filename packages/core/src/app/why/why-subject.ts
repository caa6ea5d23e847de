import type * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { invalid, InvalidInput } from '../../kernel/codecs/decode.js';
import { optional } from '../../kernel/codecs/parameter.js';
import { E } from '../../kernel/fp.js';
import { BeneficiaryId, JobId, TransactionId } from '../../kernel/values/ids.js';
import { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';

/** The ids, exactly one of which says what the question is about. */
export const SUBJECTS = {
  transactionId: TransactionId,
  jobId: JobId,
  beneficiaryId: BeneficiaryId,
  sessionId: PayoutCheckoutId,
};

/** The query parameters, exactly one of which is given. */
export const WhyQuery = {
  transactionId: optional(about(TransactionId, 'Why a payout waits.')),
  jobId: optional(about(JobId, 'Why a job waits, or payouts of it.')),
  beneficiaryId: optional(about(BeneficiaryId, 'Why a beneficiary, or a change of it, waits.')),
  sessionId: optional(
    about(PayoutCheckoutId, 'Why a payout checkout session, or its payout, waits.'),
  ),
};
type WhyQuery = t.TypeOfProps<typeof WhyQuery>;

/** What a question is about. */
export type WhySubject =
  | { readonly transactionId: TransactionId }
  | { readonly jobId: JobId }
  | { readonly beneficiaryId: BeneficiaryId }
  | { readonly sessionId: PayoutCheckoutId };

const NAMES = Object.keys(SUBJECTS) as ReadonlyArray<keyof typeof SUBJECTS>;

const ONE = 'exactly one of transactionId, jobId, beneficiaryId and sessionId';

/**
 * Reads what a question is about. No id, and more than one, are faults.
 *
 * @param at the pointer of the ids, for the faults that are found
 */
export const whySubject = (
  query: Partial<WhyQuery>,
  at: string,
): E.Either<InvalidInput, WhySubject> => {
  const [name, ...others] = NAMES.filter((one) => query[one] !== undefined);
  if (name === undefined)
    return E.left(InvalidInput([{ pointer: at, code: 'required', detail: `needs ${ONE}` }]));
  if (others.length > 0)
    return E.left(
      InvalidInput(others.map((other) => invalid(`${at}/${other}`, `expected ${ONE}`))),
    );
  return E.right({ [name]: query[name] } as WhySubject);
};
