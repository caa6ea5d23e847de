import type { Hundi } from '@hundi/core';
import { Problem } from '../problem/problem.js';
import type { RouteData } from '../route/route.js';
import { HEADERS } from './headers.js';
import { schemas } from './json-schema.js';
import type { OpenApi, Operation, Parameter } from './model.js';
import { operationOf } from './operation.js';
import { PARTNER_FRAME, type Frame } from './partner-frame.js';
import { SIGNATURE, WEBHOOKS, webhooksOf } from './webhooks.js';

const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Returned with the response; 1 to 100 visible ASCII characters.',
  schema: { type: 'string' },
};

/** An engine with every port. */
export const ALL_ON: Pick<Hundi, 'featuresOff'> = { featuresOff: new Map() };

/** The steps of {@link openApiDocument}, which takes longer than others should wait: one for each route. */
export function* openApiSteps(
  routes: ReadonlyArray<RouteData>,
  server: string,
  { title, description, tags, security, receivesEvents = false }: Frame = PARTNER_FRAME,
  having = ALL_ON,
): Generator<undefined, OpenApi> {
  const known = schemas();
  known.of(Problem);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, known);
    yield;
  }
  const webhooks = receivesEvents ? webhooksOf(having, known) : {};
  const isSending = Object.keys(webhooks).length > 0;
  const used = new Set(routes.map(({ about }) => about.tag));
  if (isSending) used.add(WEBHOOKS);
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', description },
    servers: [{ url: server }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, about]) => ({ name, description: about })),
    paths,
    ...(isSending && { webhooks }),
    components: {
      schemas: Object.fromEntries(
        Object.entries(known.named()).sort(([a], [b]) => a.localeCompare(b, 'en')),
      ),
      headers: HEADERS,
      parameters: { RequestId: REQUEST_ID, ...(isSending && SIGNATURE) },
      securitySchemes: security,
    },
  };
}

/**
 * Describes routes as an OpenAPI 3.1 document, from the codecs that read requests and type answers.
 *
 * @param server the address that paths are seen from
 * @param having whose events are sent, where the frame is of those who receive them
 * @throws when a codec has no description.
 */
export const openApiDocument = (...what: Parameters<typeof openApiSteps>): OpenApi => {
  const steps = openApiSteps(...what);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
