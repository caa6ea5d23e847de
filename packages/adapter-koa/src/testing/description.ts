import type { FeedItem } from '@hundi/core/wire';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { checkoutRoutes } from '../checkout/session-routes.js';
import { openApiDocument } from '../openapi/document.js';
import type { Media, OpenApi, Operation } from '../openapi/model.js';
import { PORTAL_FRAME } from '../openapi/portal-frame.js';
import { portalRoutes } from '../portal/portal-routes.js';
import { partnerRoutes } from '../partner/partner-routes.js';

/** The description of the partner API. */
export const description = openApiDocument([...partnerRoutes, ...checkoutRoutes], '/');

/** The description of the portal API. */
export const portalDescription = openApiDocument(portalRoutes, '/', PORTAL_FRAME);

/** Both in one, for looking things up: no path is in both, and what one name stands for is the same. */
const everything: OpenApi = {
  ...description,
  paths: { ...description.paths, ...portalDescription.paths },
  components: {
    ...description.components,
    schemas: { ...description.components.schemas, ...portalDescription.components.schemas },
  },
};

/** Objects may hold what is described and nothing else: answers may gain fields, but not in secret. */
const closed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  return 'properties' in copy && 'required' in copy
    ? { ...copy, additionalProperties: false }
    : copy;
};

const validator = (document: object) => {
  // The document around the schemas is no schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'hundi');
  formats.default(ajv);
  return (...place: ReadonlyArray<string>): ValidateFunction => {
    const pointer = place.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const $ref = `hundi#/${encodeURI(pointer)}`;
    return ajv.getSchema($ref) ?? ajv.compile({ $ref });
  };
};

const asDescribed = validator(everything);
const exactly = validator(closed(everything) as object);

const faultsIn = (validate: ValidateFunction, value: unknown): ReadonlyArray<string> =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** Where an event is not as the document says of the webhook of its type. */
export const eventFaults = (event: { readonly type: string }): ReadonlyArray<string> => {
  const at = ['webhooks', event.type, 'post', 'requestBody', 'content', 'application/json'];
  return faultsIn(exactly(...at, 'schema'), event);
};

const FEED = '/v1/partner/events';

/** The feed has the bodies that webhooks have. */
const feedFaults = (text: string): ReadonlyArray<string> =>
  (JSON.parse(text) as { readonly items: ReadonlyArray<FeedItem> }).items.flatMap(({ event }) =>
    eventFaults(event),
  );

/** The document's entry for a request, if there is one. */
const operationAt = (method: string, url: string): Place | undefined => {
  const [path = ''] = url.split('?');
  const templates = Object.keys(everything.paths).filter((template) => matches(template, path));
  const template = templates.find((one) => !one.includes('{')) ?? templates[0] ?? '';
  const lower = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = everything.paths[template]?.[lower];
  return operation && { path: template, method: lower, operation };
};

/** An answer as a client sees it. */
interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const headerFaults = ({ responses }: Operation, { status, headers }: Seen) => {
  const described = Object.keys(responses[String(status)]?.headers ?? {});
  const ours = [...Object.keys(everything.components.headers), 'Idempotent-Replayed'];
  return ours
    .filter((name) => headers.has(name) && !described.includes(name))
    .map((name) => `the header ${name} is not described`);
};

/** Where an answer is not as the document says that it is. */
export const answerFaults = (method: string, url: string, seen: Seen): ReadonlyArray<string> => {
  const { status, headers, text } = seen;
  const place = operationAt(method, url);
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (place === undefined) {
    return type === 'application/problem+json' && method !== 'HEAD'
      ? faultsIn(exactly('components', 'schemas', 'Problem'), JSON.parse(text))
      : [];
  }
  const { operation, path, method: described } = place;
  const at = ['paths', path, described, 'responses', String(status), 'content', type, 'schema'];
  const response = operation.responses[String(status)];
  if (text === '' && response !== undefined && Object.keys(response.content).length === 0)
    return headerFaults(operation, seen);
  if (response?.content[type] === undefined) return [`${String(status)} ${type} is not described`];
  return [
    ...headerFaults(operation, seen),
    ...(method === 'HEAD' ? [] : faultsIn(exactly(...at), JSON.parse(text))),
    ...(path === FEED && method !== 'HEAD' && status === 200 ? feedFaults(text) : []),
  ];
};

/** Where a body is not as the document asks for. */
export const bodyFaults = (method: string, url: string, body: unknown): ReadonlyArray<string> => {
  const place = operationAt(method, url);
  if (place?.operation.requestBody === undefined) return [];
  const at = ['paths', place.path, place.method, 'requestBody', 'content', 'application/json'];
  return faultsIn(asDescribed(...at, 'schema'), body);
};

/** Where the examples of a body break its own schema. */
export const exampleFaults = (
  { example, examples = {} }: Media,
  ...at: ReadonlyArray<string>
): ReadonlyArray<string> =>
  [...(example === undefined ? [] : [example]), ...Object.values(examples).map((one) => one.value)]
    .map((value) => faultsIn(exactly(...at, 'schema'), value))
    .flat();
