import { StatusDetails } from '../../../kernel/values/status-details.js';
import type { BankReport, QueryAnswer, SubmitAnswer } from '../../../ports/bank-rail.js';
import {
  isReference,
  keptText,
  type Nonsense,
  type NonsenseCode,
} from '../../../ports/nonsense.js';

interface Asked {
  readonly bankRef: string;
}
type Members = Readonly<Record<string, unknown>>;

/**
 * Reads what a rail returned for a submit: one answer for each order, in order. Each that the port does not allow is
 * nonsense; where their number is wrong all of them are, because none can be assigned to its order.
 */
export const readSubmitAnswers = (
  orders: ReadonlyArray<Asked>,
  returned: unknown,
): ReadonlyArray<SubmitAnswer | Nonsense> => readAll('submit', orders, returned, readSubmitAnswer);

/** Reads what a rail returned for a query, likewise. */
export const readQueryAnswers = (
  questions: ReadonlyArray<Asked>,
  returned: unknown,
): ReadonlyArray<QueryAnswer | Nonsense> => readAll('query', questions, returned, readQueryAnswer);

/** Reads a report that a host passes on. The reference may be none of the engine's. */
export const readReport = (report: unknown): BankReport | Nonsense => {
  const { reportId, bankRef, verdict } = membersOf(report);
  if (!isReference(reportId))
    return { kind: 'nonsense', call: 'report', code: 'REPORT_ID_INVALID' };
  const ref = typeof bankRef === 'string' ? bankRef : '';
  const read = readSubmitAnswer(ref, verdict);
  if (typeof read === 'string') return { kind: 'nonsense', call: 'report', code: read };
  // A report says what the bank knows.
  if (read.kind === 'unknown') return { kind: 'nonsense', call: 'report', code: 'UNKNOWN_KIND' };
  return { reportId, bankRef: ref, verdict: read };
};

const readAll = <A extends object>(
  call: 'submit' | 'query',
  asked: ReadonlyArray<Asked>,
  returned: unknown,
  read: (bankRef: string, answer: unknown) => A | NonsenseCode,
): ReadonlyArray<A | Nonsense> => {
  const answers: ReadonlyArray<unknown> = Array.isArray(returned) ? returned : [];
  const whole = wrongNumber(asked.length, returned);
  return asked.map(({ bankRef }, i) => {
    const found = whole ?? read(bankRef, answers[i]);
    return typeof found === 'string' ? { kind: 'nonsense', call, code: found } : found;
  });
};

/** The mistake that leaves no answer of a call usable. */
const wrongNumber = (asked: number, returned: unknown): NonsenseCode | undefined => {
  if (!Array.isArray(returned)) return 'NOT_A_LIST';
  if (returned.length < asked) return 'TOO_FEW_ANSWERS';
  return returned.length > asked ? 'TOO_MANY_ANSWERS' : undefined;
};

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

/** The answer with the members that the port has, and no others: it is kept as it is. */
const readSubmitAnswer = (bankRef: string, answer: unknown): SubmitAnswer | NonsenseCode => {
  if (typeof answer !== 'object' || answer === null) return 'NOT_AN_ANSWER';
  const said = answer as Members;
  if (said['bankRef'] !== undefined && said['bankRef'] !== bankRef) return 'OTHER_ORDER';
  switch (said['kind']) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'unknown':
      return { kind: 'unknown' };
    case 'refused':
      return readRefusal(said['details']);
    case 'paid':
    case 'returned':
      return readExecution(said['kind'], said);
    default:
      return 'UNKNOWN_KIND';
  }
};

const readQueryAnswer = (bankRef: string, answer: unknown): QueryAnswer | NonsenseCode => {
  const { kind, bankRef: of = bankRef } = membersOf(answer);
  return kind === 'absent' && of === bankRef
    ? { kind: 'absent' }
    : readSubmitAnswer(bankRef, answer);
};

const readRefusal = (details: unknown): SubmitAnswer | NonsenseCode => {
  if (!StatusDetails.is(details) || !isReference(details.code)) return 'DETAILS_INVALID';
  const message = keptText(details.message);
  return message === undefined
    ? 'DETAILS_INVALID'
    : { kind: 'refused', details: { ...StatusDetails.encode(details), message } };
};

const readExecution = (kind: 'paid' | 'returned', said: Members): SubmitAnswer | NonsenseCode => {
  const { utr } = said;
  if (!isReference(utr)) return 'UTR_INVALID';
  const bankReference = keptText(said['bankReference']);
  if (bankReference === undefined) return 'BANK_REFERENCE_INVALID';
  if (kind === 'paid') return { kind, utr, bankReference };
  const message = keptText(said['message']);
  return message === undefined ? 'MESSAGE_INVALID' : { kind, utr, bankReference, message };
};
