import type { EpochMs, StatusDetails } from '@hundi/core';
import type { BankOrder } from '@hundi/core/rail';
import type { BookedOrder } from './bank-books.js';
import type { ScriptedOutcome } from './script.js';

const SECOND = 1_000;
const HOUR = 3_600_000;

const no = (
  code: string,
  message: string,
  how: Pick<StatusDetails, 'source' | 'retryable' | 'nextAction'>,
): StatusDetails => ({ code, message, ...how });

const ACCOUNT_INVALID = no(
  'beneficiary_account_invalid',
  'The beneficiary bank has no such account.',
  {
    source: 'beneficiary_bank',
    retryable: false,
    nextAction: 'fix_beneficiary',
  },
);

const BANK_OFFLINE = no('beneficiary_bank_offline', 'The beneficiary bank cannot be reached.', {
  source: 'beneficiary_bank',
  retryable: true,
  nextAction: 'retry',
});

export const INSUFFICIENT_FUNDS = no(
  'insufficient_funds',
  'The debit account does not hold the amount.',
  { source: 'rail', retryable: true, nextAction: 'fund_account' },
);

export const ACCOUNT_UNKNOWN = no('debit_account_unknown', 'The bank has no such debit account.', {
  source: 'rail',
  retryable: false,
  nextAction: 'contact_support',
});

export const GROUP_DIFFERS = no(
  'group_differs',
  'The orders of the group are not those that its count, sum and account say.',
  { source: 'rail', retryable: false, nextAction: 'contact_support' },
);

/** Where a new order starts, and what else the bank does about it. */
export interface Outcome extends Pick<BookedOrder, 'state' | 'refusal'> {
  /** The state it turns to by itself, so long after it reached this one. */
  readonly turns?: { readonly to: BookedOrder['state']; readonly after: number };
  /** Its answer never arrives. */
  readonly answerLost?: true;
  /** How often the bank reports the new state by itself. */
  readonly reports?: number;
}

const KNOWN = [ACCOUNT_INVALID, BANK_OFFLINE, INSUFFICIENT_FUNDS, ACCOUNT_UNKNOWN];

const REFUSED = no('refused', 'The bank refused the order.', {
  source: 'rail',
  retryable: false,
  nextAction: 'contact_support',
});

const REPORTS = 3;

const PAID: Outcome = { state: 'paid' };

/** Decisions §12. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  '9001': { state: 'refused', refusal: ACCOUNT_INVALID },
  '9002': { state: 'refused', refusal: BANK_OFFLINE },
  '9003': { state: 'paid', answerLost: true },
  '9004': { state: 'lost', answerLost: true },
  '9005': { state: 'accepted', turns: { to: 'paid', after: HOUR } },
  '9006': { state: 'paid', turns: { to: 'returned', after: HOUR } },
  '9007': { state: 'paid', reports: REPORTS },
};

const lastFour = ({ creditAccountNumber }: Pick<BankOrder, 'creditAccountNumber'>): string =>
  creditAccountNumber.slice(-4);

/**
 * The outcome of an order that reaches the bank: the scripted one, else by its digits. One that was lost before is
 * paid this time, unless the script goes on.
 */
export const outcomeOf = (
  order: Pick<BankOrder, 'creditAccountNumber'>,
  before: BookedOrder | undefined,
  scripted: ScriptedOutcome | undefined,
): Outcome => {
  if (scripted !== undefined) return scriptedOutcome(scripted);
  return before?.state === 'lost' ? PAID : (OUTCOMES[lastFour(order)] ?? PAID);
};

const scriptedOutcome = (scripted: ScriptedOutcome): Outcome => {
  switch (scripted.kind) {
    case 'paid':
      return PAID;
    case 'refused':
      return { state: 'refused', refusal: refusalOf(scripted) };
    case 'unknown':
      return { state: 'paid', answerLost: true };
    case 'lost':
      return { state: 'lost', answerLost: true };
    case 'late':
      return { state: 'accepted', turns: { to: 'paid', after: delayOf(scripted) } };
    case 'returned':
      return { state: 'paid', turns: { to: 'returned', after: delayOf(scripted) } };
    case 'reported':
      return { state: 'paid', reports: REPORTS };
  }
};

const delayOf = ({ afterSeconds }: { readonly afterSeconds?: number }): number =>
  afterSeconds === undefined ? HOUR : afterSeconds * SECOND;

/** A refusal that the bank knows by its code, or one of the script's own. */
const refusalOf = (
  scripted: Extract<ScriptedOutcome, { readonly kind: 'refused' }>,
): StatusDetails => {
  const { code = ACCOUNT_INVALID.code, message, retryable } = scripted;
  const known = KNOWN.find((one) => one.code === code);
  return {
    ...(known ?? REFUSED),
    code,
    ...(message !== undefined && { message }),
    ...(retryable !== undefined && { retryable }),
  };
};

/** The next state of an order after `state`. */
export const turnAfter = (
  order: Pick<BookedOrder, 'creditAccountNumber' | 'scripted'>,
  state: BookedOrder['state'],
  at: EpochMs,
): Pick<BookedOrder, 'turns'> => {
  const outcome = outcomeOf(order, undefined, order.scripted);
  return outcome.state === state && outcome.turns !== undefined
    ? { turns: { to: outcome.turns.to, at: at + outcome.turns.after } }
    : {};
};
