/** The mistakes that an answer of a rail or an acquirer can hold, each as the words of its incident. */
export const NONSENSE = {
  NOT_A_LIST: 'no list of answers',
  TOO_FEW_ANSWERS: 'fewer answers than orders',
  TOO_MANY_ANSWERS: 'more answers than orders',
  NOT_AN_ANSWER: 'something that is no answer',
  UNKNOWN_KIND: 'a kind of answer that the port does not have',
  OTHER_ORDER: 'an answer about another order',
  UTR_INVALID: 'an execution without a usable UTR',
  BANK_REFERENCE_INVALID: 'an execution without a usable bankReference',
  DETAILS_INVALID: 'a refusal without usable details',
  MESSAGE_INVALID: 'a return without a usable message',
  REPORT_ID_INVALID: 'a report without a usable reportId',
  AUTH_CODE_INVALID: 'an approval without a usable authCode',
  NOT_TAKEN_INVALID: 'no usable word on what the bank does not take',
  DECLINE_CODE_UNKNOWN: 'a decline with a code that the port does not have',
} as const;
/** How an answer of another system is none that its port allows. */
export type NonsenseCode = keyof typeof NONSENSE;

/** The calls that are answered by another system. */
export type AnsweredCall =
  | 'submit'
  | 'query'
  | 'refuses'
  | 'report'
  | 'charge'
  | 'query-charge'
  | 'reverse';

/** An answer that the port does not allow. It says nothing about the money, so the outcome counts as unknown. */
export interface Nonsense {
  readonly kind: 'nonsense';
  readonly call: AnsweredCall;
  readonly code: NonsenseCode;
}

/** Reported to the host for an answer that the port does not allow: the message names who answered, and the mistake. */
export class NonsenseAnswer extends Error {
  override readonly name = 'NonsenseAnswer';
  readonly code: NonsenseCode;

  constructor(answerer: string, nonsense: Pick<Nonsense, 'call' | 'code'>) {
    super(nonsenseDetail(answerer, nonsense));
    this.code = nonsense.code;
  }
}

/** What an incident says of an answer that the port does not allow: who answered, to which call, and the mistake. */
export const nonsenseDetail = (
  answerer: string,
  { call, code }: Pick<Nonsense, 'call' | 'code'>,
): string => `${answerer} answered ${call} with ${NONSENSE[code]}`;

const HIDDEN = /[\p{Cc}\p{Cs}]/u;
const UNKEEPABLE = /[\0\p{Cs}]/u;
const REFERENCE_MAX = 200;

/** Whether it is a reference that a person can read and quote: 1 to 200 characters, not blank, none of them hidden. */
export const isReference = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= REFERENCE_MAX &&
  !HIDDEN.test(value);

const KEPT_MAX = 1_000;
const HALF_AT_END = /[\uD800-\uDBFF]$/;

/**
 * What is kept of a text of another system, at most 1,000 characters; undefined where it is none that every database
 * keeps. A longer one is cut, not refused: what it is about has happened all the same.
 */
export const keptText = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || UNKEEPABLE.test(value)) return undefined;
  return value.length <= KEPT_MAX
    ? value
    : `${value.slice(0, KEPT_MAX - 1).replace(HALF_AT_END, '')}…`;
};
