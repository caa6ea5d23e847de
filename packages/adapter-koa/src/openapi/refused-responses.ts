import { decodeInput, E, type InvalidInput } from '@hundi/core';
import { ScopeMissing } from '@hundi/core/wire';
import * as t from 'io-ts';
import { REFUSALS } from '../examples/refusals.js';
import { refuseUnknownQuery } from '../http/unknown-query.js';
import { awayProblem, incidentProblem, toProblem, type Problem } from '../problem/problem.js';
import { RETRY_AFTER_AWAY } from '../problem/reply.js';
import type { Refusal } from '../problem/refusal.js';
import type { Access, RouteData } from '../route/route.js';
import { WORDINGS } from '../problem/wordings.js';
import { headerRefs } from './headers.js';
import type { Response } from './model.js';

type Tag = Refusal['_tag'];

const IMPLIED: Readonly<Record<Access['kind'], ReadonlyArray<Tag>>> = {
  key: ['InvalidKey', 'RateLimited', 'ScopeMissing'],
  secretKey: ['InvalidSecretKey', 'RateLimited'],
  session: ['InvalidSession', 'RateLimited'],
  open: ['RateLimited'],
};

/** Faults of key and shape, which routes need not name. */
const impliedBy = ({
  method,
  access,
  confirmed,
  enrolling,
  query,
  headers,
  body,
}: RouteData): ReadonlyArray<Tag> => [
  ...IMPLIED[access.kind],
  // A session that only enrols is refused everywhere else.
  ...(access.kind === 'session' && enrolling !== true ? (['SecondFactorNeeded'] as const) : []),
  ...(confirmed === true ? (['ConfirmationNeeded'] as const) : []),
  ...(method !== 'GET' || Object.keys({ ...query, ...headers }).length > 0
    ? (['InvalidInput'] as const)
    : []),
  ...(body !== undefined
    ? ([
        'PayloadTooLarge',
        'UnsupportedMediaType',
        'TooManyBodiesOfCaller',
        'TooManyBodies',
      ] as const)
    : []),
];

const INSTANCE = '5f0c7c8e-6c0b-4b7e-9a53-2f1d6f1c9a10';
const INCIDENT = 'a1b3f0d2-93d4-4a0e-8d11-6f7e2c5b9e44';

interface ShownRefusal {
  readonly name: string;
  readonly problem: Problem;
  readonly headers: ReadonlyArray<string>;
}

const failure: ShownRefusal = {
  name: 'UnexpectedFailure',
  problem: incidentProblem(INCIDENT),
  headers: [],
};

const away: ShownRefusal = {
  name: 'StorageAway',
  problem: awayProblem(INCIDENT),
  headers: Object.keys(RETRY_AFTER_AWAY),
};

const limitIn = (query: t.Props): E.Either<InvalidInput, unknown> =>
  decodeInput(t.strict({ query: t.strict(query) }), { query: { limit: '0' } });

/** The route's refusal of a page of no items, of an empty body, or of an unknown parameter. */
const invalidInput = ({ method, query, body }: RouteData): Refusal => {
  const read = method === 'GET' ? limitIn(query) : decodeInput(body?.shape ?? t.strict({}), {});
  if (E.isLeft(read)) return read.left;
  const unknown = refuseUnknownQuery({}, { dryRun: 'true' });
  return E.isLeft(unknown) && method !== 'GET' ? unknown.left : REFUSALS.InvalidInput;
};

const exampleOf = (name: Tag, route: RouteData): Refusal => {
  const { access } = route;
  if (name === 'ScopeMissing' && access.kind === 'key') return ScopeMissing(access.scope);
  return name === 'InvalidInput' ? invalidInput(route) : REFUSALS[name];
};

const shown = (name: Tag, route: RouteData): ShownRefusal => ({
  name,
  problem: toProblem(exampleOf(name, route)),
  headers: Object.keys(WORDINGS[name].headers ?? {}),
});

/** An unknown caller spends no calls, but where anybody may call. */
const usualHeaders = (status: number, kind: Access['kind']): ReadonlyArray<string> =>
  status === 401 && kind !== 'open'
    ? ['X-Request-Id']
    : ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

const summaryOf = ({ name, problem }: ShownRefusal): string =>
  name === 'InvalidInput' ? 'The request is invalid; `errors` says where.' : problem.detail;

const responseOf = (
  status: number,
  refusals: ReadonlyArray<ShownRefusal>,
  { access }: RouteData,
): Response => ({
  description: [...new Set(refusals.map(summaryOf))].join(' '),
  headers: headerRefs([
    ...usualHeaders(status, access.kind),
    ...refusals.flatMap(({ headers }) => headers),
  ]),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          {
            type: 'object',
            properties: {
              type: {
                type: 'string',
                enum: [...new Set(refusals.map(({ problem }) => problem.type))],
              },
              status: { type: 'integer', const: status },
            },
          },
        ],
      },
      examples: Object.fromEntries(
        refusals.map(({ name, problem }) => [name, { value: { ...problem, instance: INSTANCE } }]),
      ),
    },
  },
});

/** Every way in which a route does not do what it was asked, by status. */
export const refusedResponses = (route: RouteData): Readonly<Record<string, Response>> => {
  const all = [...new Set([...impliedBy(route), ...route.refusals])]
    .map((tag) => shown(tag, route))
    .concat(failure, away);
  const statuses = [...new Set(all.map(({ problem }) => problem.status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      responseOf(
        status,
        all.filter(({ problem }) => problem.status === status),
        route,
      ),
    ]),
  );
};
