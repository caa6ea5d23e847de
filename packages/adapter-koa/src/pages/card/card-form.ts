import { Secret } from '@hundi/core';
import type { CardFault, CardField, CardForm } from '@hundi/core/wire';
import type { Form } from '../form/form.js';

/** The card data that the form sent, made unprintable at once. */
export const cardIn = (form: Form): Secret<CardForm> => {
  const text = (name: CardField): string => form.get(name) ?? '';
  return new Secret({
    number: text('number'),
    expiry: text('expiry'),
    cvc: text('cvc'),
    name: text('name'),
  });
};

const ATTEMPT = /^[1-9]$/;

/** The attempt that the form was shown for; one that cannot be is none. */
export const attemptIn = (form: Form): number => {
  const text = form.get('attempt') ?? '';
  return ATTEMPT.test(text) ? Number(text) : 0;
};

/** The values that the form may show again: never a number, a CVC, or a text that could be one of them. */
export type Kept = Partial<Record<'expiry' | 'name', string>>;

const EXPIRY = /^[0-9]{1,2} ?\/ ?[0-9]{2}$/;
const NAME = /^\P{N}{1,60}$/u;

/** The valid values of a form that is shown again. */
export const keptOf = (form: Form, faults: ReadonlyArray<CardFault>): Kept => {
  const kept = (field: 'expiry' | 'name', shape: RegExp): Kept => {
    const text = form.get(field) ?? '';
    const isRight = shape.test(text) && faults.every((fault) => fault.field !== field);
    return isRight ? { [field]: text } : {};
  };
  return { ...kept('expiry', EXPIRY), ...kept('name', NAME) };
};
