import { Whole } from '@hundi/core';
import { alias, documented, record } from '@hundi/core/wire';
import * as t from 'io-ts';
import { PROBLEM_TYPES, type ProblemType } from './problem-types.js';
import type { Wording } from './wording.js';
import { WORDINGS } from './wordings.js';
import type { Refusal } from './refusal.js';

const Fault = record(
  'Fault',
  {
    pointer: alias(t.string, {
      description: 'JSON pointer: into the body, or below /query, /headers.',
    }),
    code: alias(t.string, { description: 'required, invalid, forbidden, unknown or changed.' }),
    detail: t.string,
  },
  {},
);

const Forbidden = record(
  'Forbidden',
  {
    code: t.keyof({ FORBIDDEN: null, CONFIRMATION_NEEDED: null, SECOND_FACTOR_NEEDED: null }),
    message: t.string,
  },
  {},
);

/** The content of a problem document (RFC 9457), apart from its request. */
export const Problem = documented(
  record(
    'Problem',
    {
      type: alias(t.keyof(PROBLEM_TYPES, 'ProblemType'), {
        description: 'The kind of problem. Clients branch on it.',
      }),
      title: t.string,
      detail: alias(t.string, { description: 'An explanation for people; do not parse it.' }),
      status: alias(Whole, { description: 'The status code of the response.' }),
    },
    {
      instance: alias(t.string, { description: 'The request id, as in X-Request-Id.' }),
      message: alias(t.string, {
        description: 'Same as detail, for clients that expect the message-only bodies.',
      }),
      error: alias(Forbidden, {
        description: 'Same as detail, for clients that expect this body from the packages route.',
      }),
      errors: alias(t.readonlyArray(Fault), {
        maxItems: 100,
        description: 'The invalid fields of the request.',
      }),
      incidentId: alias(t.string, {
        description: 'The id by which an operator finds the cause of a 500 or 503 in the log.',
      }),
    },
  ),
  { description: 'Why a request failed (RFC 9457, §7).' },
);
export type Problem = t.TypeOf<typeof Problem>;

const problem = (type: ProblemType, detail: string): Problem => ({
  type,
  title: PROBLEM_TYPES[type].title,
  detail,
  status: PROBLEM_TYPES[type].status,
});

/** The problem document of a refusal. */
export const toProblem = (refusal: Refusal): Problem => {
  const { type, detail, more } = wordingOf(refusal);
  const said = detail(refusal);
  return { ...problem(type, said), ...more?.(said, refusal) };
};

/** The headers that go with it. */
export const problemHeaders = (refusal: Refusal): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(wordingOf(refusal).headers ?? {}).map(([name, of]) => [name, of(refusal)]),
  );

// TypeScript does not see that the wording found by a tag is for the refusal that has it.
const wordingOf = (refusal: Refusal) => WORDINGS[refusal._tag] as Wording<Refusal>;

/** An unexpected failure: the incident id leads an operator to the cause and reveals nothing to the caller. */
export const incidentProblem = (incidentId: string): Problem => ({
  ...problem('internal_server_error', 'The request failed unexpectedly.'),
  incidentId,
});

/** The database is away, full or read-only for now, or the sealer is away. */
export const awayProblem = (incidentId: string): Problem => ({
  ...problem(
    'service_unavailable_error',
    'The service cannot use its database or its keys now. Ask again, with the same idempotency key where there was one: nothing is done twice.',
  ),
  incidentId,
});
