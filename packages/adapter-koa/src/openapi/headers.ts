import type { Header, Ref } from './model.js';

const text = { type: 'string' } as const;

/** Headers that answers carry. */
export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: "Names the request: the caller's own id if it was usable, else a new one.",
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' },
  },
  RateLimit: {
    description:
      'What the key has left: calls that it may make at once (r), and seconds until it has all of them again (t).',
    schema: text,
  },
  'RateLimit-Policy': {
    description:
      'Calls that a key may make at once after a rest (q), and how many seconds of rest that takes (w).',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'WWW-Authenticate': { description: 'How to show who calls.', schema: text },
  Allow: { description: 'The methods of this path.', schema: text },
};

/** References to headers by their names. */
export const headerRefs = (names: ReadonlyArray<string>): Readonly<Record<string, Ref>> =>
  Object.fromEntries(
    names.map((name) => {
      if (HEADERS[name] === undefined) throw new Error(`nothing is known of the header ${name}`);
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
