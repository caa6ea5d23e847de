import { E, IdempotencyKey } from '@hundi/core';
import { alias, documented, factsOf } from '@hundi/core/wire';
import * as t from 'io-ts';

const QUOTED = /^"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"$/;

const bare = (value: string): string =>
  QUOTED.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;

/** The one Idempotency-Key header of a request. The bare key and the string of RFC 8941 are the same key. */
export const IdempotencyKeyHeader: t.Type<IdempotencyKey, string> = documented(
  new t.Type<IdempotencyKey, string>(
    'IdempotencyKeyHeader',
    IdempotencyKey.is,
    (u, context) => {
      const [value, ...others] = Array.isArray(u) ? (u as ReadonlyArray<unknown>) : [];
      const key = typeof value === 'string' ? IdempotencyKey.decode(bare(value)) : undefined;
      return key !== undefined && E.isRight(key) && others.length === 0
        ? key
        : t.failure(u, context, 'one header of 1 to 255 visible ASCII characters');
    },
    t.identity,
  ),
  {
    ...factsOf(IdempotencyKey),
    description:
      'Identifies the request permanently. Repeating it with the same values returns the original response; with other values it gets 409. 1 to 255 visible ASCII characters.',
  },
);

/** The same header where it may be left out; `whose` says whose requests it distinguishes. */
export const optionalKey = (whose: string): t.UnionC<[typeof IdempotencyKeyHeader, t.UndefinedC]> =>
  t.union([
    alias(IdempotencyKeyHeader, {
      description: `Identifies the request${whose} permanently. Repeating it with the same values changes nothing and returns the original response; with other values it gets 409. A rejected request leaves the key unused. 1 to 255 visible ASCII characters.`,
    }),
    t.undefined,
  ]);

/** Says that an answer was given before. */
export const REPLAYED = { 'Idempotent-Replayed': 'true' } as const;

export const replayHeader = {
  'Idempotent-Replayed': alias(t.literal('true'), {
    description: 'Sent if this is the response to an earlier request with the same key.',
  }),
};
