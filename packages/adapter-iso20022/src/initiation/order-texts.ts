import { E, type StatusDetails } from '@hundi/core';
import type { NotTaken, ProposedOrder } from '@hundi/core/rail';
import { cutText, lengthOf } from '../guide/fit-text.js';
import {
  EXTRA_MAX,
  type Code,
  type CutText,
  type LimitedText,
  type MethodCodes,
  type UsageGuide,
} from '../guide/usage-guide.js';

/** What a message says of an order, in the characters, lengths and codes of the bank. */
export interface OrderTexts {
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly method: MethodCodes;
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
const LEI = /^[A-Z0-9]{18}[0-9]{2}$/;

/** Why the bank's guide lets no message say an order. */
export interface Unwritable extends Pick<NotTaken, 'of'> {
  readonly details: StatusDetails;
}

/** Ends the writing of one order; caught by {@link textsOf}. */
class NotWritable extends Error {
  override readonly name = 'NotWritable';

  constructor(readonly fault: Unwritable) {
    super(fault.details.message);
  }
}

const OF_PAYEE: ReadonlySet<NotTaken['of']> = new Set([
  'beneficiaryName',
  'creditAccountNumber',
  'creditorLei',
  'ifsc',
]);

const not = (of: NotTaken['of'], code: string, message: string): never => {
  const nextAction = OF_PAYEE.has(of) ? 'fix_beneficiary' : 'contact_support';
  throw new NotWritable({
    of,
    details: { code, source: 'internal', message, retryable: false, nextAction },
  });
};

/** The texts that a bank limits: parts of an order, and what people call them. */
const TEXTS: Readonly<Record<LimitedText, readonly [of: NotTaken['of'], what: string]>> = {
  debtorName: ['debtor', "the payer's name"],
  creditorName: ['beneficiaryName', "the payee's name"],
  narration: ['narration', 'the narration'],
  reference: ['reference', 'the reference'],
  endToEndId: ['endToEndId', 'the end-to-end id'],
};

/** A text for people: letters may be replaced, and it may be cut where the guide says so. */
const textOf = (name: CutText, text: string, guide: UsageGuide): string => {
  const [of, what] = TEXTS[name];
  const fitted = guide.fit(text);
  if (E.isLeft(fitted))
    return not(
      of,
      'text_not_writable',
      `${guide.bank} does not take "${fitted.left}" in ${what}: write it in other letters`,
    );
  if (of !== 'narration' && fitted.right.trim() === '')
    return not(of, 'text_not_writable', `${guide.bank} needs ${what}, and nothing is left of it`);
  const max = guide.lengths[name];
  if (lengthOf(fitted.right) <= max) return fitted.right;
  return guide.cuts.has(name)
    ? cutText(fitted.right, max)
    : not(
        of,
        'text_too_long',
        `${guide.bank} takes ${String(max)} characters in ${what}: shorten it`,
      );
};

/** A text that names something: written as it is, or not at all. */
const nameOf = (
  [of, what]: readonly [of: NotTaken['of'], what: string],
  text: string,
  max: number,
  guide: UsageGuide,
): string => {
  const fitted = guide.fit(text);
  if (E.isLeft(fitted) || fitted.right !== text)
    return not(of, 'text_not_writable', `${guide.bank} does not take every character of ${what}`);
  return text.length >= 1 && text.length <= max
    ? text
    : not(of, 'text_too_long', `${guide.bank} takes 1 to ${String(max)} characters in ${what}`);
};

const leiOf = (lei: string | undefined): string | undefined =>
  lei === undefined || LEI.test(lei)
    ? lei
    : not(
        'creditorLei',
        'lei_invalid',
        "the payee's LEI is not 18 letters and digits and two check digits",
      );

const purposeOf = ({ purpose }: ProposedOrder, { bank, purposes }: UsageGuide): Code | undefined =>
  purpose === undefined || purposes === undefined
    ? undefined
    : (purposes.get(purpose) ??
      not(
        'purpose',
        'purpose_not_taken',
        `${bank} takes no payment for the purpose "${purpose}": choose another one`,
      ));

const written = (order: ProposedOrder, guide: UsageGuide): OrderTexts => {
  const { debtor } = order;
  const method =
    guide.methods.get(order.paymentMethod) ??
    not(
      'paymentMethod',
      'method_not_taken',
      `${guide.bank} takes no payment by ${order.paymentMethod}: choose another method`,
    );
  const id = (of: NotTaken['of'], what: string, text: string, max = ID_MAX) =>
    nameOf([of, what], text, max, guide);
  return {
    instructionId: id('bankRef', "the bank's reference", order.bankRef),
    endToEndId: nameOf(TEXTS.endToEndId, order.endToEndId, guide.lengths.endToEndId, guide),
    method,
    debtor: {
      name: textOf('debtorName', debtor.name, guide),
      lei: debtor.lei,
      customerId:
        debtor.customerId === undefined
          ? undefined
          : id('debtor', 'the customer id', debtor.customerId),
      account: id('debitAccountNumber', 'the debit account', order.debitAccountNumber, ACCOUNT_MAX),
      ifsc: id('debtor', 'the IFSC of the debit account', debtor.ifsc),
    },
    creditor: {
      name: textOf('creditorName', order.beneficiaryName, guide),
      lei: leiOf(order.creditorLei),
      account: id(
        'creditAccountNumber',
        "the payee's account",
        order.creditAccountNumber,
        ACCOUNT_MAX,
      ),
      ifsc: id('ifsc', "the payee's IFSC", order.ifsc),
    },
    purpose: purposeOf(order, guide),
    reference:
      guide.remittance !== 'structured'
        ? undefined
        : nameOf(TEXTS.reference, order.reference, guide.lengths.reference, guide),
    narration: guide.remittance === 'none' ? '' : textOf('narration', order.narration, guide),
    extra: (guide.extraFields?.fields ?? []).flatMap((field) => {
      if ('value' in field) return [[field.name, field.value] as const];
      const value = order[field.of];
      return value === undefined
        ? []
        : [[field.name, id(field.of, `the field ${field.name}`, value, EXTRA_MAX)] as const];
    }),
  };
};

/** Answers what a message says of an order, or why the bank's guide lets no message say it. */
export const textsOf = (
  order: ProposedOrder,
  guide: UsageGuide,
): E.Either<Unwritable, OrderTexts> => {
  try {
    return E.right(written(order, guide));
  } catch (fault) {
    if (fault instanceof NotWritable) return E.left(fault.fault);
    throw fault;
  }
};
