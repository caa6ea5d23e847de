import { amountOf, type Amount } from '../amount.js';
import { refuse } from './message-refused.js';

export type Attributes = Readonly<Record<string, string>>;

/** What a reader takes of an element: it skips the children that the shape does not name. */
export interface Shape {
  readonly children: ReadonlyMap<string, Shape>;
  readonly open?: (attributes: Attributes) => void;
  /** Called with the text of the element where `hasText`, else with nothing. */
  readonly close?: (text: string) => void;
  readonly hasText?: true;
}

/** An element with children. */
export const parent = (
  children: Readonly<Record<string, Shape>>,
  { open, close }: { readonly open?: () => void; readonly close?: () => void } = {},
): Shape => ({
  children: new Map(Object.entries(children)),
  ...(open !== undefined && { open }),
  ...(close !== undefined && { close }),
});

const NONE: ReadonlyMap<string, Shape> = new Map();

/** An element that may stand often, with text. */
export const texts = (take: (text: string) => void): Shape => ({
  children: NONE,
  hasText: true,
  close: (text) => take(text.trim()),
});

/** What an element that is read fills in: a member may be absent meanwhile. */
export type Draft<A> = { -readonly [K in keyof A]?: A[K] | undefined };

/** Fills in one member, once. @throws BrokenMessage */
export const fill = <A, K extends keyof A>(draft: Draft<A>, key: K, value: A[K]): void => {
  if (draft[key] !== undefined) refuse('doubled', 'the element stands twice, and may stand once');
  draft[key] = value;
};

/** An element with text, which becomes a member of the draft there is then. */
export const text = <K extends string>(
  draft: () => { [key in K]?: string | undefined },
  key: K,
): Shape =>
  texts((value) => {
    if (value !== '') fill<Record<K, string>, K>(draft(), key, value);
  });

/** `true` or `false`, as XML writes them. */
export const flagOf = (value: string): boolean => {
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0'
    ? false
    : refuse('invalid', 'the element is neither true nor false');
};

/** An element with an amount and its currency. */
export const amount = (take: (amount: Amount) => void): Shape => {
  let currency = '';
  return {
    children: NONE,
    hasText: true,
    open: (attributes) => {
      currency = attributes['Ccy'] ?? '';
    },
    close: (value) =>
      take(
        amountOf(value, currency) ??
          refuse('invalid', 'the amount is no decimal with a currency, or no whole paise'),
      ),
  };
};

/** A member without which the element says nothing. @throws BrokenMessage */
export const required = <A>(value: A | undefined, name: string): A =>
  value ?? refuse('missing', `the element has no ${name}`);
