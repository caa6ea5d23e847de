import type {
  AuthorizePayoutError,
  CancelPayoutCheckoutError,
  ChoiceField,
  GivePayoutFactorError,
  SendPayoutCodeError,
} from '@hundi/core';

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

const conflict = (field: FaultField, text: string): Fault => ({ status: 409, field, text });

const UNFIT: Readonly<Record<ChoiceField, string>> = {
  packageCode: 'This package cannot be used at the moment. Pick another one.',
  debitAccountId: 'This account cannot be used with the package. Pick another one.',
  paymentMethodCode: 'This payment method cannot be used with the account. Pick another one.',
};

/** Rules that no other choice of the field mends. */
const UNFIT_ANYWHERE: Readonly<Record<string, string>> = {
  lei_missing:
    'By this payment method the amount needs the LEI of your company and of the payee, and one of them is not on file. Pick another method, or ask your administrator.',
  purpose_not_allowed:
    "Your bank's list of purposes does not have what this payee is paid for. Ask your administrator to change the payee.",
};

const DENIED = {
  packageCode: 'Your role does not permit this package. Pick another one.',
  debitAccountId: 'Your role does not permit this account. Pick another one.',
} as const;

const LIMITS = {
  method_minimum: 'The amount is too small for this payment method. Pick another one.',
  method_maximum: 'The amount is too large for this payment method. Pick another one.',
  daily: 'The amount would exceed the limit of the package for today.',
} as const;

const VOID = {
  not_sent: 'No code was sent yet.',
  locked: 'Too many wrong codes were entered, so this code is locked.',
  expired: 'This code has expired.',
  choice_changed: 'You picked something else after the code was sent.',
  payee_changed: 'The name or the bank of the payee was changed after the code was sent.',
} as const;

/** The remaining step when no code is valid any more. */
export const NO_MORE_CODES =
  'No more codes can be sent for this session. Cancel, and start again from where you came.';

const voided = (reason: keyof typeof VOID, codesLeft: number): string => {
  if (codesLeft === 0) return `${VOID[reason]} ${NO_MORE_CODES}`;
  return `${VOID[reason]} ${reason === 'not_sent' ? 'Press Send code first.' : 'Press Send code for a new one.'}`;
};

const NEEDED = {
  any: 'Your company asks for a second factor here, and you have none. Add an authenticator app or a passkey in the portal, then enter the code from the mail, or another one.',
  passkey:
    'Your company asks for a passkey here; nothing else is accepted. If you have none, add one in the portal, then enter the code from the mail, or another one.',
} as const;

const tries = (left: number): string =>
  left === 1 ? 'You can try once more.' : `You can try ${String(left)} more times.`;

const FAULTS: {
  readonly [K in PayoutRefusal['_tag']]: (
    refusal: Extract<PayoutRefusal, { readonly _tag: K }>,
    codesLeft: number,
  ) => Fault;
} = {
  WrongCode: ({ triesLeft }, codesLeft) => ({
    status: 400,
    field: 'code',
    text: `That is not the code we sent. ${triesLeft > 0 ? tries(triesLeft) : voided('locked', codesLeft)}`,
  }),
  CodeVoid: ({ reason }, codesLeft) =>
    conflict(reason === 'not_sent' ? 'send' : 'code', voided(reason, codesLeft)),
  CodeTooSoon: ({ retryAfterSeconds }) =>
    conflict(
      'send',
      `A code was sent a moment ago. Wait ${String(retryAfterSeconds)} seconds for another.`,
    ),
  NoCodesLeft: () => conflict('send', NO_MORE_CODES),
  TooManyCodes: () =>
    conflict(
      'send',
      'Too many codes were mailed to you and not used. You can request another one within an hour.',
    ),
  NoEmailOnFile: () =>
    conflict('send', 'There is no e-mail address on file for you. Ask your bank to add one.'),
  CodeNotMailed: (_, codesLeft) => ({
    status: 503,
    field: 'send',
    text: `The mail with the code could not be sent. ${codesLeft > 0 ? 'Press Send code again.' : NO_MORE_CODES}`,
  }),
  MakerLocked: () =>
    conflict(
      'page',
      'Too many wrong codes were entered today. You can authorize payouts again tomorrow.',
    ),
  MakerNotAuthorized: () => ({
    status: 403,
    field: 'page',
    text: 'You do not have permission to make payouts at the moment. Ask your administrator.',
  }),
  ChoiceDenied: ({ field }) => ({ status: 403, field, text: DENIED[field] }),
  ChoiceUnfit: ({ field, code }) => conflict(field, UNFIT_ANYWHERE[code] ?? UNFIT[field]),
  AmountLimitExceeded: ({ limit, field }) => conflict(field, LIMITS[limit]),
  BeneficiaryNotFound: () => ({
    status: 404,
    field: 'page',
    text: 'This payee can no longer be paid. Cancel, and start again from where you came.',
  }),
  SecondFactorNeeded: ({ kind }) => ({ status: 403, field: 'page', text: NEEDED[kind] }),
  WrongFactor: () => ({
    status: 400,
    field: 'factor',
    text: 'That code or passkey was not accepted: it is wrong, too old or was used before. Wait for the next code of your app, or try another way.',
  }),
  TooManyFactorGuesses: () =>
    conflict(
      'factor',
      'Too many wrong codes of your app were entered today. Use a recovery code or a passkey.',
    ),
  PasskeyCopied: () =>
    conflict(
      'factor',
      'This passkey may have been copied, so it was not accepted. Use another way, and replace the passkey in the portal.',
    ),
  FactorChallengeVoid: () =>
    conflict(
      'page',
      'Too many wrong attempts were made, or the time for your second factor is over. Enter the code from the mail again.',
    ),
  FactorChallengeNotFound: () =>
    conflict(
      'page',
      'Your second factor was asked for something else. Enter the code from the mail again.',
    ),
  OtherThanChallenged: (_, codesLeft) =>
    conflict(
      'page',
      `The payee or an account was changed after you were asked for your second factor. ${codesLeft > 0 ? 'Look at the payout, and press Send code for a new code.' : NO_MORE_CODES}`,
    ),
  ReferenceTaken: () =>
    conflict(
      'page',
      'Another payout already uses this reference. Cancel, and start again from where you came.',
    ),
};

/** The text that the maker sees for a refusal, and where, with so many codes of the session left. */
export const faultOf = (refusal: PayoutRefusal, codesLeft: number): Fault =>
  // TypeScript does not see that the sentence found by a tag is for the refusal that has it.
  (FAULTS[refusal._tag] as (refusal: PayoutRefusal, codesLeft: number) => Fault)(
    refusal,
    codesLeft,
  );
