import type * as t from 'io-ts';
import { NotAccepted } from '../http/not-accepted.js';
import type { Access, RouteData } from '../route/route.js';
import { headerRefs } from './headers.js';
import { isOptional, type Schemas } from './json-schema.js';
import type { Operation, Parameter, Ref, Response } from './model.js';
import { refusedResponses } from './refused-responses.js';

const capitalized = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');

// Headers are named as they are usually written: Idempotency-Key, but traceparent.
const headerName = (name: string): string => (name.includes('-') ? capitalized(name) : name);

const described = (schemas: Schemas, codec: t.Mixed) => {
  const { description, ...schema } = schemas.of(codec);
  return { description: typeof description === 'string' ? description : '', schema };
};

const parameter = (
  schemas: Schemas,
  place: 'path' | 'query' | 'header',
  name: string,
  codec: t.Mixed,
): Parameter => {
  const { description, schema } = described(schemas, codec);
  return {
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: place === 'path' || !isOptional(codec),
    ...(description !== '' && { description }),
    schema,
    ...(schema['type'] === 'array' && { style: 'form', explode: false }),
  };
};

const parametersOf = (
  { params, query, headers }: RouteData,
  schemas: Schemas,
): ReadonlyArray<Parameter | Ref> => [
  ...Object.entries(params).map(([name, codec]) => parameter(schemas, 'path', name, codec)),
  ...Object.entries(query)
    .filter(([, codec]) => codec !== NotAccepted)
    .map(([name, codec]) => parameter(schemas, 'query', name, codec)),
  ...Object.entries(headers).map(([name, codec]) => parameter(schemas, 'header', name, codec)),
  { $ref: '#/components/parameters/RequestId' },
];

const successOf = ({ success, about }: RouteData, schemas: Schemas): Response => ({
  description: about.summary,
  headers: {
    ...headerRefs(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']),
    ...Object.fromEntries(
      Object.entries(success.headers ?? {}).map(([name, codec]) => [
        name,
        described(schemas, codec),
      ]),
    ),
  },
  content:
    success.status === 204
      ? {}
      : { 'application/json': { schema: schemas.of(success.body), example: success.example } },
});

const securityOf = (access: Access): Operation['security'] => {
  switch (access.kind) {
    case 'key':
      return [{ apiKey: [access.scope] }];
    case 'secretKey':
      return [{ secretKey: [] }];
    case 'session':
      return [{ session: [] }];
    case 'open':
      return [];
  }
};

const descriptionOf = ({ about, access }: RouteData): string => {
  if (about.section === undefined) return about.description;
  const scope = access.kind === 'key' ? `Scope of the key: \`${access.scope}\`. ` : '';
  return `${about.description}\n\n${scope}Section ${about.section} of the interface.`;
};

/** One route as an OpenAPI operation. */
export const operationOf = (route: RouteData, schemas: Schemas): Operation => {
  const { about, access, body, success } = route;
  return {
    operationId: about.operationId,
    tags: [about.tag],
    summary: about.summary,
    description: descriptionOf(route),
    security: securityOf(access),
    parameters: parametersOf(route, schemas),
    ...(body !== undefined && {
      requestBody: {
        required: body.optional !== true,
        content: { 'application/json': { schema: schemas.of(body.shape), example: body.example } },
      },
    }),
    responses: {
      [String(success.status)]: successOf(route, schemas),
      ...(success.waiting !== undefined && {
        202: successOf(
          { ...route, success: { ...success, status: 202, example: success.waiting.example } },
          schemas,
        ),
      }),
      ...refusedResponses(route),
    },
  };
};
