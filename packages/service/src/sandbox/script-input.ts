import { E, type Issue } from '@hundi/core';
import { SCRIPTED_KINDS, type BankScript, type ScriptedOutcome } from '@hundi/testkit';
import { invalid, type Problem } from '../http/problem.js';

type Body = Readonly<Record<string, unknown>>;

const REFERENCE_MAX = 255;
const TEXT_MAX = 200;
const OUTCOMES_MAX = 100;
const SECONDS_MAX = 10 * 366 * 86_400;

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= max &&
  !/[\p{Cc}\p{Cs}]/u.test(value);

/** The members of an outcome besides its kind: which kinds have them, what they are, and whether a value is one. */
const MEMBERS: ReadonlyArray<
  readonly [string, ReadonlyArray<string>, string, (value: unknown) => boolean]
> = [
  ['code', ['refused'], `1 to ${TEXT_MAX} characters`, (value) => isText(value, TEXT_MAX)],
  ['message', ['refused'], `1 to ${TEXT_MAX} characters`, (value) => isText(value, TEXT_MAX)],
  ['retryable', ['refused'], 'true or false', (value) => typeof value === 'boolean'],
  [
    'afterSeconds',
    ['late', 'returned'],
    `a whole number from 0 to ${SECONDS_MAX}`,
    (value) =>
      Number.isInteger(value) && (value as number) >= 0 && (value as number) <= SECONDS_MAX,
  ],
];

const issue = (pointer: string, value: unknown, expected: string): Issue =>
  value === undefined
    ? { pointer, code: 'required', detail: 'is required' }
    : { pointer, code: 'invalid', detail: `expected ${expected}` };

const unknownIn = (value: Body, at: string, known: ReadonlyArray<string>): ReadonlyArray<Issue> =>
  Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'invalid',
      detail: `is none of ${known.join(', ')}`,
    }));

const isKind = (value: unknown): value is ScriptedOutcome['kind'] =>
  (SCRIPTED_KINDS as ReadonlyArray<unknown>).includes(value);

const outcomeFaults = (value: unknown, at: string): ReadonlyArray<Issue> => {
  const kinds = `one of ${SCRIPTED_KINDS.join(', ')}`;
  if (typeof value === 'string') return isKind(value) ? [] : [issue(at, value, kinds)];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [issue(at, value, `an object, or ${kinds}`)];
  const outcome = value as Body;
  const { kind } = outcome;
  if (!isKind(kind)) return [issue(`${at}/kind`, kind, kinds)];
  const members = MEMBERS.filter(([, of]) => of.includes(kind));
  return [
    ...unknownIn(outcome, at, ['kind', ...members.map(([name]) => name)]),
    ...members.flatMap(([name, , expected, fits]) =>
      outcome[name] === undefined || fits(outcome[name])
        ? []
        : [issue(`${at}/${name}`, outcome[name], expected)],
    ),
  ];
};

/** What the bank is to do with the next orders under a reference. */
export const readScript = (body: Body): E.Either<Problem, BankScript> => {
  const { reference, outcomes } = body;
  const isList = Array.isArray(outcomes) && outcomes.length <= OUTCOMES_MAX;
  const listed: ReadonlyArray<unknown> = isList ? outcomes : [];
  const faults = [
    ...unknownIn(body, '', ['reference', 'outcomes']),
    ...(isText(reference, REFERENCE_MAX)
      ? []
      : [issue('/reference', reference, `1 to ${REFERENCE_MAX} characters`)]),
    ...(isList ? [] : [issue('/outcomes', outcomes, `a list of at most ${OUTCOMES_MAX}`)]),
    ...listed.flatMap((outcome, i) => outcomeFaults(outcome, `/outcomes/${i}`)),
  ];
  if (faults.length > 0) return E.left(invalid(...faults));
  return E.right({
    reference: reference as string,
    outcomes: listed.map((one) =>
      typeof one === 'string' ? { kind: one } : one,
    ) as ReadonlyArray<ScriptedOutcome>,
  });
};
