import { Problem } from '../problem.js';
import type { Route } from '../route.js';
import { HEADERS } from './headers.js';
import { schemas } from './json-schema.js';
import type { OpenApi, Operation, Parameter } from './model.js';
import { operationOf } from './operation.js';

const DESCRIPTION = `A corporate's software manages beneficiaries, reads its payment packages, submits one or many payouts in a single request, and tracks them by job, by transaction and by report.

Amounts are whole paise (1 INR is 100 paise); decimals are rejected. Payouts are created asynchronously: an accepted batch is durably recorded, and neither approved nor settled yet.

Tenant context is resolved from the key. A body that names \`bankTenantId\`, \`corporateTenantId\`, \`corporateId\` or \`actorUsername\` is refused; other unknown fields are ignored, and answers may gain fields. Every GET answers HEAD too. What does not exist, or belongs to somebody else, is 404.

Every refusal is \`application/problem+json\`. Branch on \`type\`, show \`detail\`, and do not parse \`title\`.`;

const TAGS: Readonly<Record<Route['about']['tag'], string>> = {
  Beneficiaries: 'Whom the corporate may pay. Usable only after a checker approved them.',
  Packages: 'The payment packages of the corporate: rules, limits, debit accounts and methods.',
  Payments: 'Payouts, and what becomes of them.',
  Reports: 'Transactions with item-level detail.',
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'A partner API key provisioned by the bank. Missing or invalid: 401.',
};

const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Comes back with the answer; 1 to 100 visible ASCII characters.',
  schema: { type: 'string' },
};

const pathsOf = (routes: ReadonlyArray<Route>, operation: (route: Route) => Operation) => {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return paths;
};

/**
 * Describes routes as an OpenAPI 3.1 document, from the codecs that read requests and type answers.
 *
 * @param server the address that paths are seen from
 * @throws when a codec has no description.
 */
export const openApiDocument = (routes: ReadonlyArray<Route>, server: string): OpenApi => {
  const known = schemas();
  known.of(Problem);
  const paths = pathsOf(routes, (route) => operationOf(route, known));
  const used = new Set(routes.map(({ about }) => about.tag));
  return {
    openapi: '3.1.0',
    info: { title: 'Hundi partner API', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: server }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as Route['about']['tag']))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(known.named()).sort(([a], [b]) => a.localeCompare(b, 'en')),
      ),
      headers: HEADERS,
      parameters: { RequestId: REQUEST_ID },
      securitySchemes: { apiKey: API_KEY },
    },
  };
};
