import { E } from '@hundi/core';
import { Choice, FactorCode, PasskeyResponse, type PayoutCheckoutView } from '@hundi/core/wire';
import type { Form } from '../form/form.js';
import type { Texts } from '../texts/english.js';
import { offerOf, type Picked } from './offer.js';
import type { Fault } from './payout-fault.js';

type Words = Texts['payoutPage'];

/** The choice in the form. */
export const pickedIn = (form: Form): Picked => ({
  packageCode: form.get('packageCode'),
  debitAccountId: form.get('debitAccountId'),
  paymentMethodCode: form.get('paymentMethodCode'),
});

const amiss = (field: Fault['field'], text: string): Fault => ({ status: 400, field, text });

/** The choice that was made, or what is missing from it. */
export const choiceOf = (picked: Picked, { missing }: Words): E.Either<Fault, Choice> => {
  const choice = Choice.decode(picked);
  if (E.isRight(choice)) return choice;
  if (!Choice.type.props.packageCode.is(picked.packageCode))
    return E.left(amiss('packageCode', missing.packageCode));
  return Choice.type.props.debitAccountId.is(picked.debitAccountId)
    ? E.left(amiss('paymentMethodCode', missing.paymentMethodCode))
    : E.left(amiss('debitAccountId', missing.debitAccountId));
};

/**
 * What does not go with the rest of a choice, for browsers without scripts: the page that says so shows one
 * that does. Whether it may be used at all is for the engine to say.
 */
export const misfit = (
  view: Pick<PayoutCheckoutView, 'packages' | 'chosen'>,
  choice: Choice,
  words: Words,
): Fault | undefined => {
  const offer = offerOf(view, choice);
  const accounts = view.packages.flatMap(({ debitAccounts }) => debitAccounts);
  const isOffered =
    offer?.packages.picked === choice.packageCode &&
    accounts.some(({ debitAccountId }) => debitAccountId === choice.debitAccountId);
  if (!isOffered) return undefined;
  const other = (field: keyof Words['misfit']): Fault => ({
    status: 409,
    field,
    text: words.misfit[field],
  });
  if (offer.accounts.picked !== choice.debitAccountId) return other('debitAccountId');
  return offer.methods.picked === choice.paymentMethodCode ? undefined : other('paymentMethodCode');
};

const CODE = /^[0-9]{6}$/;

/** The code that was typed. One that cannot be right is no try. */
export const codeOf = (form: Form, { missing }: Words): E.Either<Fault, string> => {
  const typed = (form.get('code') ?? '').replaceAll(/[\s-]/g, '');
  if (typed === '') return E.left(amiss('code', missing.code));
  return CODE.test(typed) ? E.right(typed) : E.left(amiss('code', missing.codeShape));
};

/** What proves a factor, as the form sent it. */
type FactorProof =
  | { readonly code: string }
  | { readonly response: Readonly<Record<string, unknown>> };

const recordIn = (json: string): Readonly<Record<string, unknown>> | undefined => {
  const parsed = E.tryCatch(
    () => JSON.parse(json) as unknown,
    () => undefined,
  );
  return E.isRight(parsed) && PasskeyResponse.is(parsed.right) ? parsed.right : undefined;
};

/** The code that was typed, or what the passkey answered. One that cannot be right is no try. */
export const proofOf = (form: Form, { missing }: Words): E.Either<Fault, FactorProof> => {
  const answered = form.get('response') ?? '';
  if (answered !== '') {
    const response = recordIn(answered);
    return response === undefined
      ? E.left(amiss('factor', missing.passkey))
      : E.right({ response });
  }
  const code = (form.get('factor') ?? '').replaceAll(/[\s-]/g, '');
  if (code === '') return E.left(amiss('factor', missing.factor));
  return FactorCode.is(code) ? E.right({ code }) : E.left(amiss('factor', missing.factorShape));
};
