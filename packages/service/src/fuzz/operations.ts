import type { Victim } from './victim.js';

/** The kinds of callers: each has its own credentials. */
export type Caller = 'partner' | 'shop' | 'portal' | 'browser';

/** A call that the service describes. */
export interface Operation {
  readonly method: string;
  /** With `{name}` where a path parameter stands. */
  readonly path: string;
  readonly caller: Caller;
  readonly query: ReadonlyArray<string>;
  readonly takesKey: boolean;
  /** A body that the description shows; undefined: the call takes none. */
  readonly example: unknown;
  /** The fields of a form rather than JSON. */
  readonly isForm: boolean;
}

interface Described {
  readonly parameters?: ReadonlyArray<{
    readonly in?: string;
    readonly name?: string;
    readonly $ref?: string;
  }>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, { readonly in: string; readonly name: string }>>;
  };
}

const callerOf = (path: string): Caller =>
  path.startsWith('/portal') ? 'portal' : path.startsWith('/v1/checkout') ? 'shop' : 'partner';

const parametersOf = (
  { components }: Description,
  { parameters = [] }: Described,
): ReadonlyArray<{ readonly in?: string; readonly name?: string }> =>
  parameters.map((one) =>
    one.$ref === undefined
      ? one
      : (components.parameters?.[one.$ref.split('/').at(-1) ?? ''] ?? {}),
  );

const operationsIn = (description: Description): ReadonlyArray<Operation> =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const parameters = parametersOf(description, described);
      return {
        method: method.toUpperCase(),
        path,
        caller: callerOf(path),
        query: parameters.flatMap((one) => (one.in === 'query' ? [one.name ?? ''] : [])),
        takesKey: parameters.some((one) => one.name?.toLowerCase() === 'idempotency-key'),
        example: described.requestBody?.content['application/json']?.example,
        isForm: false,
      };
    }),
  );

const page = (method: string, path: string, example?: object): Operation => ({
  method,
  path,
  example,
  caller: 'browser',
  query: ['token', 'session_id'],
  takesKey: false,
  isForm: true,
});

const FORM = { formToken: 'x', packageCode: 'VENDOR', debitAccountId: 'da-main', code: '123456' };
const CARD = { number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'A Buyer' };

// The pages have no description that a program could read.
const PAGES: ReadonlyArray<Operation> = [
  page('GET', '/payout/{sessionId}'),
  ...['enter', 'choices', 'code', 'authorize', 'cancel'].map((what) =>
    page('POST', `/payout/{sessionId}/${what}`, FORM),
  ),
  page('GET', '/payout/{sessionId}/return'),
  page('GET', '/pay/{sessionId}'),
  ...['pay', 'cancel'].map((what) => page('POST', `/pay/{sessionId}/${what}`, CARD)),
  page('GET', '/pay/{sessionId}/done'),
  page('GET', '/pay/{sessionId}/return'),
  page('GET', '/link/{linkId}'),
  ...['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json', '/nowhere'].map((path) =>
    page('GET', path),
  ),
];

/** A run that logs itself out or ends its own session learns nothing more. */
const ENDS_THE_RUN = /\/logout$|\/sessions\/\{|end-sessions$|\/suspend$/;

/** Every call that the service describes, and every page. */
export const operationsOf = async ({ url }: Victim): Promise<ReadonlyArray<Operation>> => {
  const described = await Promise.all(
    ['/openapi.json', '/portal/openapi.json'].map(
      async (path) => (await (await fetch(url + path)).json()) as Description,
    ),
  );
  return [...described.flatMap(operationsIn), ...PAGES].filter(
    ({ path }) => !ENDS_THE_RUN.test(path),
  );
};
