import type {
  AuthorizePayoutError,
  CancelPayoutCheckoutError,
  ChoiceField,
  GivePayoutFactorError,
  SendPayoutCodeError,
} from '@hundi/core/wire';
import type { Texts } from '../texts/english.js';

/** The control that a fault belongs next to; the page as a whole where there is none. */
export type FaultField = ChoiceField | 'code' | 'factor' | 'send' | 'page';

/** Why something was not done, in one sentence for the maker. */
export interface Fault {
  readonly status: 400 | 403 | 404 | 409 | 503;
  readonly field: FaultField;
  readonly text: string;
}

/** A fault after which the maker stays on the page. */
export type PayoutRefusal = Exclude<
  SendPayoutCodeError | AuthorizePayoutError | GivePayoutFactorError,
  CancelPayoutCheckoutError
>;

type Words = Texts['payoutPage'];

/** Rules that no other choice of the field mends. */
const isUnfitAnywhere = (code: string, words: Words): code is keyof Words['unfitAnywhere'] =>
  Object.hasOwn(words.unfitAnywhere, code);

const conflict = (field: FaultField, text: string): Fault => ({ status: 409, field, text });

const voided = (reason: keyof Words['void'], codesLeft: number, words: Words): string => {
  const next = reason === 'not_sent' ? words.sendFirst : words.sendAnother;
  return `${words.void[reason]} ${codesLeft === 0 ? words.noMoreCodes : next}`;
};

const FAULTS: {
  readonly [K in PayoutRefusal['_tag']]: (
    refusal: Extract<PayoutRefusal, { readonly _tag: K }>,
    words: Words,
    codesLeft: number,
  ) => Fault;
} = {
  WrongCode: ({ triesLeft }, words, codesLeft) => ({
    status: 400,
    field: 'code',
    text: `${words.wrongCode} ${triesLeft > 0 ? words.tries(triesLeft) : voided('locked', codesLeft, words)}`,
  }),
  CodeVoid: ({ reason }, words, codesLeft) =>
    conflict(reason === 'not_sent' ? 'send' : 'code', voided(reason, codesLeft, words)),
  CodeTooSoon: ({ retryAfterSeconds }, words) => conflict('send', words.tooSoon(retryAfterSeconds)),
  NoCodesLeft: (_, words) => conflict('send', words.noMoreCodes),
  TooManyCodes: (_, words) => conflict('send', words.tooManyCodes),
  NoEmailOnFile: (_, words) => conflict('send', words.noEmailOnFile),
  CodeNotMailed: (_, words, codesLeft) => ({
    status: 503,
    field: 'send',
    text: `${words.notMailed} ${codesLeft > 0 ? words.sendAgain : words.noMoreCodes}`,
  }),
  MakerLocked: (_, words) => conflict('page', words.makerLocked),
  MakerNotAuthorized: (_, words) => ({ status: 403, field: 'page', text: words.notAuthorized }),
  ChoiceDenied: ({ field }, words) => ({ status: 403, field, text: words.denied[field] }),
  ChoiceUnfit: ({ field, code }, words) =>
    conflict(field, isUnfitAnywhere(code, words) ? words.unfitAnywhere[code] : words.unfit[field]),
  AmountLimitExceeded: ({ limit, field }, words) => conflict(field, words.limits[limit]),
  BeneficiaryNotFound: (_, words) => ({ status: 404, field: 'page', text: words.payeeGone }),
  PayeeChanged: (_, words) => conflict('page', words.payeeChanged),
  SecondFactorNeeded: ({ kind }, words) => ({
    status: 403,
    field: 'page',
    text: words.factorNeeded[kind],
  }),
  WrongFactor: (_, words) => ({ status: 400, field: 'factor', text: words.wrongFactor }),
  TooManyFactorGuesses: (_, words) => conflict('factor', words.tooManyGuesses),
  PasskeyCopied: (_, words) => conflict('factor', words.passkeyCopied),
  FactorChallengeVoid: (_, words) => conflict('page', words.factorVoid),
  FactorChallengeNotFound: (_, words) => conflict('page', words.factorElse),
  OtherThanChallenged: (_, words, codesLeft) =>
    conflict(
      'page',
      `${words.changedSince} ${codesLeft > 0 ? words.lookAndSend : words.noMoreCodes}`,
    ),
  ReferenceTaken: (_, words) => conflict('page', words.referenceTaken),
};

/** The text that the maker sees for a refusal, and where, with so many codes of the session left. */
export const faultOf = (refusal: PayoutRefusal, words: Words, codesLeft: number): Fault =>
  // TypeScript does not see that the sentence found by a tag is for the refusal that has it.
  (FAULTS[refusal._tag] as (refusal: PayoutRefusal, words: Words, codesLeft: number) => Fault)(
    refusal,
    words,
    codesLeft,
  );
