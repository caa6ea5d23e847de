import type { Header, Ref } from './model.js';

const text = { type: 'string' } as const;

/** Headers that answers carry. */
export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: "The id of the request: the caller's id if it was valid, else a new one.",
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' },
  },
  RateLimit: {
    description:
      'The remaining quota of the key: requests that it can make at once (r), and seconds until the quota is full again (t).',
    schema: text,
  },
  'RateLimit-Policy': {
    description:
      'The quota of a key: requests that it can make at once (q), and seconds in which an empty quota refills (w).',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
  Allow: { description: 'The methods that this path supports.', schema: text },
};

/** References to headers by their names. */
export const headerRefs = (names: ReadonlyArray<string>): Readonly<Record<string, Ref>> =>
  Object.fromEntries(
    names.map((name) => {
      if (HEADERS[name] === undefined) throw new Error(`nothing is known of the header ${name}`);
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
