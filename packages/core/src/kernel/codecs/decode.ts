import type * as t from 'io-ts';
import { E } from '../fp.js';

/**
 * One fault of an input (decisions §2): its place (RFC 6901 pointer), a code, such as `required` or `invalid`, and what
 * was expected. Never the value.
 */
export interface Issue {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** A value that is not what was expected. */
export const invalid = (pointer: string, detail: string): Issue => ({
  pointer,
  code: 'invalid',
  detail,
});

/** The input does not have the shape that was asked for (decisions §2). `issues` are the first 100 faults. */
export interface InvalidInput {
  readonly _tag: 'InvalidInput';
  readonly issues: ReadonlyArray<Issue>;
}

/** How many issues an answer names (decisions §2). */
export const ISSUES_MAX = 100;

export const InvalidInput = (issues: ReadonlyArray<Issue>): InvalidInput => ({
  _tag: 'InvalidInput',
  issues: issues.slice(0, ISSUES_MAX),
});

/**
 * Decodes untrusted input, and refuses it as `InvalidInput` (decisions §2). Issues name the field, by a pointer below
 * `at`, and what was expected, never the value: account numbers and one-time codes must not reach a log or an answer.
 */
export const decodeInput = <A>(
  codec: t.Decoder<unknown, A>,
  input: unknown,
  at = '',
): E.Either<InvalidInput, A> => {
  const decoded = codec.decode(input);
  return E.isRight(decoded) ? decoded : E.left(InvalidInput(issuesOf(decoded.left, at)));
};

/** The faults that a codec found, located below the pointer `at`. */
export const issuesOf = (errors: t.Errors, at: string): ReadonlyArray<Issue> => {
  // A value that fails several branches of a union or an intersection is one fault.
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    const issue = issueOf(error, at);
    if (!issues.has(issue.pointer)) issues.set(issue.pointer, issue);
  }
  return [...issues.values()];
};

const issueOf = ({ value, context, message }: t.ValidationError, at: string): Issue => ({
  pointer: at + pointerOf(context),
  code: value === undefined ? 'required' : 'invalid',
  detail: value === undefined ? 'is required' : `expected ${message ?? expected(context)}`,
});

const WORDS: Readonly<Record<string, string>> = {
  Paise: 'a whole number of paise from 1 to 999999999999999',
  Day: 'an existing date, YYYY-MM-DD',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  UnknownArray: 'an array',
  JobId: 'a job id',
  TransactionId: 'a transaction id',
  LoginCode: 'the digits that were mailed: 6, or 18',
  OneTimeCode: 'six digits',
  TimeOfDay: 'a time of day, HH:MM',
  CalendarCode: 'the code of a calendar',
  PayoutCheckoutId: 'the id of a payout checkout session',
  EpochMs: 'a moment in epoch ms',
  UserId: 'the id of a user',
  RoleCode: 'the code of a role',
  PackageCode: 'the code of a package',
  PaymentMethodCode: 'the code of a payment method',
  DebitAccountId: 'the id of a debit account',
  BeneficiaryId: 'the id of a beneficiary',
};

/** A name of several words says what is expected; one that io-ts made up is in brackets. */
const SAYS_WHAT = /^[a-z0-9]+ /;

const expected = (context: t.Context): string => {
  const type = context.at(-1)?.type;
  if (type === undefined) return 'a valid value';
  const { _tag, value } = type as { readonly _tag?: string; readonly value?: unknown };
  if (_tag === 'LiteralType') return String(value);
  if (_tag === 'KeyofType')
    return Object.keys((type as unknown as { readonly keys: object }).keys).join(' or ');
  if (_tag === 'ArrayType') return 'an array';
  if (_tag === 'RefinementType' && SAYS_WHAT.test(type.name)) return type.name;
  if (_tag === 'InterfaceType' || _tag === 'ExactType' || _tag === 'PartialType')
    return 'an object';
  return (
    WORDS[type.name] ?? (/^[A-Z]\w+$/.test(type.name) ? `a valid ${type.name}` : 'a valid value')
  );
};

const pointerOf = (context: t.Context): string =>
  context
    .filter((_, i) => i > 0 && !isBranching(context[i - 1]?.type))
    .reduce((at, { key }) => pointerTo(at, key), '');

/** The pointer to a member of what `at` points to (RFC 6901). */
export const pointerTo = (at: string, key: string): string =>
  `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

// io-ts adds the branch index of a union or an intersection to the context; the caller sent no such key.
const isBranching = (type: unknown): boolean => {
  const { _tag, type: inner } = (type ?? {}) as { readonly _tag?: string; readonly type?: unknown };
  return _tag === 'ExactType'
    ? isBranching(inner)
    : _tag === 'UnionType' || _tag === 'IntersectionType';
};

/**
 * Decodes what the engine stored itself.
 *
 * @throws when the record no longer decodes: the database was changed behind the engine's back.
 */
export const stored = <A>(codec: t.Decoder<unknown, A>, record: unknown): A => {
  const decoded = decodeInput(codec, typeof record === 'string' ? JSON.parse(record) : record);
  if (E.isRight(decoded)) return decoded.right;
  const where = decoded.left.issues.map(({ pointer }) => pointer).join(', ');
  throw new Error(`a stored record no longer decodes: ${where}`);
};
