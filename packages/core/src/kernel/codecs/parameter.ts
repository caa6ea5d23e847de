import * as t from 'io-ts';
import { documented, factsOf } from './documented.js';

/**
 * A codec of a query parameter: text that is sent once. One that is sent again arrives as an array, and is
 * refused. `read` answers undefined for text that it does not take.
 */
export const parameter = <A>(
  name: string,
  expected: string,
  {
    is,
    read,
    write,
  }: {
    readonly is: (u: unknown) => u is A;
    readonly read: (text: string) => A | undefined;
    readonly write: (value: A) => string;
  },
): t.Type<A, string> =>
  new t.Type<A, string>(
    name,
    is,
    (u, context) => {
      const value = typeof u === 'string' ? read(u) : undefined;
      return value === undefined ? t.failure(u, context, `${expected}, once`) : t.success(value);
    },
    write,
  );

/** The same parameter, which may be left out. */
export const optional = <C extends t.Mixed>(codec: C): t.UnionC<[C, t.UndefinedC]> =>
  t.union([codec, t.undefined]);

/**
 * A parameter of one or more values between commas, and blanks around them, each of them counted once, in order;
 * `values` says of what. The description shows it as the array that it stands for.
 */
export const listParameter = <A extends string>(
  name: string,
  item: t.Type<A, string>,
  max: number,
  values = 'values',
): t.Type<ReadonlyArray<A>, string> =>
  documented(
    parameter(name, `1 to ${String(max)} ${values} between commas`, {
      is: (u): u is ReadonlyArray<A> => Array.isArray(u) && u.every(item.is),
      read: (text) => {
        // One more than is taken, however long the text.
        const given: ReadonlyArray<unknown> = text.split(',', max + 1).map((value) => value.trim());
        return given.length <= max && given.every(item.is) ? [...new Set(given)].sort() : undefined;
      },
      write: (all) => all.join(','),
    }),
    { type: 'array', minItems: 1, maxItems: max, items: factsOf(item) ?? {} },
  );

const DIGITS = /^(?:0|[1-9][0-9]{0,15})$/;

/** A parameter that is a number in plain digits, if `codec` takes it. */
export const numberParameter = <A extends number>(
  expected: string,
  codec: t.Type<A, number>,
): t.Type<A, string> =>
  parameter(codec.name, expected, {
    is: codec.is,
    read: (text) => {
      const value: unknown = DIGITS.test(text) ? Number(text) : undefined;
      return codec.is(value) ? value : undefined;
    },
    write: String,
  });
