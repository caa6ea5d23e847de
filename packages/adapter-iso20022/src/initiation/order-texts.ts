import { E, type StatusDetails } from '@hundi/core';
import type { BankOrder, BankRefused } from '@hundi/core/rail';
import { cutText, lengthOf } from '../guide/fit-text.js';
import {
  extraValueOf,
  type Code,
  type LimitedText,
  type MethodCodes,
  type UsageGuide,
} from '../guide/usage-guide.js';

/** What a message says of an order, in the characters, lengths and codes of the bank. */
export interface OrderTexts {
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly method: MethodCodes;
  readonly executionDate: string;
  readonly debtor: PartyTexts & { readonly account: string; readonly ifsc: string };
  readonly creditor: PartyTexts & { readonly account: string; readonly ifsc: string };
  readonly purpose: Code | undefined;
  readonly reference: string | undefined;
  readonly narration: string;
  readonly extra: ReadonlyArray<readonly [string, string]>;
}

export interface PartyTexts {
  readonly name: string;
  readonly lei: string | undefined;
  readonly customerId?: string | undefined;
}

const ACCOUNT_MAX = 34;
const ID_MAX = 35;
const EXTRA_MAX = 140;
const LEI = /^[A-Z0-9]{18}[0-9]{2}$/;

/** Ends the writing of one order; caught by {@link textsOf}. */
class NotWritable extends Error {
  override readonly name = 'NotWritable';

  constructor(readonly details: StatusDetails) {
    super(details.message);
  }
}

const not = (
  code: string,
  message: string,
  nextAction: StatusDetails['nextAction'] = 'contact_support',
): never => {
  throw new NotWritable({ code, source: 'internal', message, retryable: false, nextAction });
};

const NAMES: Readonly<Record<LimitedText, string>> = {
  debtorName: "the payer's name",
  creditorName: "the payee's name",
  narration: 'the narration',
  reference: 'the reference',
  endToEndId: 'the end-to-end id',
};

/** A text for people: letters may be replaced, and it may be cut where the guide says so. */
const textOf = (
  of: 'debtorName' | 'creditorName' | 'narration',
  text: string,
  guide: UsageGuide,
): string => {
  const fix = of === 'creditorName' ? 'fix_beneficiary' : 'contact_support';
  const fitted = guide.fit(text);
  if (E.isLeft(fitted))
    return not(
      'text_not_writable',
      `${guide.bank} does not take "${fitted.left}" in ${NAMES[of]}: write it in other letters`,
      fix,
    );
  if (of !== 'narration' && fitted.right.trim() === '')
    return not(
      'text_not_writable',
      `${guide.bank} needs ${NAMES[of]}, and nothing is left of it`,
      fix,
    );
  const max = guide.lengths[of];
  if (lengthOf(fitted.right) <= max) return fitted.right;
  return guide.cuts.has(of)
    ? cutText(fitted.right, max)
    : not(
        'text_too_long',
        `${guide.bank} takes ${String(max)} characters in ${NAMES[of]}: shorten it`,
        fix,
      );
};

/** A text that names something: written as it is, or not at all. */
const nameOf = (what: string, text: string, max: number, guide: UsageGuide): string => {
  const fitted = guide.fit(text);
  if (E.isLeft(fitted) || fitted.right !== text)
    return not('text_not_writable', `${guide.bank} does not take every character of ${what}`);
  return text.length >= 1 && text.length <= max
    ? text
    : not('text_too_long', `${guide.bank} takes 1 to ${String(max)} characters in ${what}`);
};

const leiOf = (lei: string | undefined): string | undefined =>
  lei === undefined || LEI.test(lei)
    ? lei
    : not(
        'lei_invalid',
        "the payee's LEI is not 18 letters and digits and two check digits",
        'fix_beneficiary',
      );

const purposeOf = ({ purpose }: BankOrder, { bank, purposes }: UsageGuide): Code | undefined =>
  purpose === undefined || purposes === undefined
    ? undefined
    : (purposes.get(purpose) ??
      not('purpose_not_taken', `the guide of ${bank} has no code for the purpose "${purpose}"`));

const written = (order: BankOrder, guide: UsageGuide): OrderTexts => {
  const { debtor } = order;
  const method =
    guide.methods.get(order.paymentMethod) ??
    not('method_not_taken', `the guide of ${guide.bank} has no codes for ${order.paymentMethod}`);
  const id = (what: string, text: string, max = ID_MAX) => nameOf(what, text, max, guide);
  return {
    instructionId: id("the bank's reference", order.bankRef),
    endToEndId: id(NAMES.endToEndId, order.endToEndId, guide.lengths.endToEndId),
    method,
    executionDate: order.executionDate,
    debtor: {
      name: textOf('debtorName', debtor.name, guide),
      lei: debtor.lei,
      customerId:
        debtor.customerId === undefined ? undefined : id('the customer id', debtor.customerId),
      account: id('the debit account', order.debitAccountNumber, ACCOUNT_MAX),
      ifsc: id('the IFSC of the debit account', debtor.ifsc),
    },
    creditor: {
      name: textOf('creditorName', order.beneficiaryName, guide),
      lei: leiOf(order.creditorLei),
      account: id("the payee's account", order.creditAccountNumber, ACCOUNT_MAX),
      ifsc: id("the payee's IFSC", order.ifsc),
    },
    purpose: purposeOf(order, guide),
    reference:
      guide.remittance !== 'structured'
        ? undefined
        : id(NAMES.reference, order.reference, guide.lengths.reference),
    narration: guide.remittance === 'none' ? '' : textOf('narration', order.narration, guide),
    extra: (guide.extraFields?.fields ?? []).flatMap((field) => {
      const value = extraValueOf(order, field);
      return value === undefined
        ? []
        : [[field.name, id(`the field ${field.name}`, value, EXTRA_MAX)] as const];
    }),
  };
};

/** Answers what a message says of an order, or why the bank's guide lets no message say it. */
export const textsOf = (order: BankOrder, guide: UsageGuide): E.Either<BankRefused, OrderTexts> => {
  try {
    return E.right(written(order, guide));
  } catch (fault) {
    if (fault instanceof NotWritable) return E.left({ kind: 'refused', details: fault.details });
    throw fault;
  }
};
