// Not through kernel/fp.ts, which would bring all of fp-ts into the receiver's small bundle.
import * as E from 'fp-ts/lib/Either.js';
import { hmacSha256, sameDigest } from '../../../kernel/secrets/digest.js';
import {
  pairsOf,
  requireFreshness,
  requireGiven,
  type NamedValues,
} from '../../../kernel/values/named-values.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';

/** The outcome of a session in the return redirect (§4.13). */
export type ReturnStatus = 'completed' | 'failed' | 'cancelled' | 'expired';

/** The parameters of a return redirect. They update what the browser shows and never trigger fulfilment. */
export interface ReturnFacts {
  readonly sessionId: string;
  readonly reference: string;
  readonly status: ReturnStatus;
  /** Epoch seconds. */
  readonly timestamp: number;
}

/** The parameters of the query, in the order in which they are signed. */
export const RETURN_PARAMETERS = ['session_id', 'reference', 'status', 'timestamp'] as const;
export const SIGNATURE_PARAMETER = 'signature';

const STATUSES: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'expired']);

// None of these holds an `&` or an `=`: the signed text has one meaning.
const SHAPES: Readonly<Record<(typeof RETURN_PARAMETERS)[number], RegExp>> = {
  session_id: /^[A-Za-z0-9_]{1,100}$/,
  reference: /^[A-Za-z0-9._/-]{1,64}$/,
  status: /^[a-z]{1,20}$/,
  timestamp: /^[0-9]{1,12}$/,
};

const signed = (values: ReadonlyArray<string>): string =>
  RETURN_PARAMETERS.map((name, i) => `${name}=${values[i] ?? ''}`).join('&');

const signatureOf = (values: ReadonlyArray<string>, secretKey: string): string =>
  hmacSha256(new TextEncoder().encode(secretKey), signed(values));

/** The parameters of a return redirect, signed with the secret key that created the session. */
export const returnParameters = (
  { sessionId, reference, status, timestamp }: ReturnFacts,
  secretKey: string,
): ReadonlyArray<readonly [string, string]> => {
  const values = [sessionId, reference, status, String(timestamp)];
  return [
    ...RETURN_PARAMETERS.map((name, i) => [name, values[i] ?? ''] as const),
    [SIGNATURE_PARAMETER, signatureOf(values, secretKey)],
  ];
};

/** The query is not one that the engine signed with this key, or it is too old. */
export const ReturnRefused = (reason: 'malformed' | 'signature' | 'timestamp') =>
  ({ _tag: 'ReturnRefused', reason }) as const;
export type ReturnRefused = ReturnType<typeof ReturnRefused>;

/** A query as frameworks give it: the text behind the `?`, or its parameters as an object, `URLSearchParams` or a `Map`. */
export type ReturnQuery = string | NamedValues<unknown>;

const SIGNATURE = /^[0-9a-f]{64}$/;

/** The value of a parameter that is there once. */
const once = (query: ReturnQuery): ((name: string) => string | undefined) => {
  const pairs = pairsOf<unknown>(typeof query === 'string' ? new URLSearchParams(query) : query);
  return (name) => {
    const [pair, ...others] = pairs.filter(([key]) => key === name);
    const value = pair?.[1];
    return typeof value === 'string' && others.length === 0 ? value : undefined;
  };
};

/**
 * For a merchant's backend: reads the query that a customer came back with, and checks that the engine signed it with
 * this secret key (§4.13). The comparison takes the same time wherever the texts differ.
 *
 * @param toleranceSeconds how far the redirect's clock may be from `now` (epoch ms), either way
 * @throws RangeError when the tolerance is not a finite number above 0, `now` is not a number of milliseconds, or
 *   `secretKey` does not begin with `sk_`: with an empty key anybody could sign; a TypeError when an argument is not there
 *   or a promise.
 */
export const verifyReturn = (
  query: ReturnQuery,
  secretKey: string,
  freshness: { readonly toleranceSeconds: number; readonly now: EpochMs },
): E.Either<ReturnRefused, ReturnFacts> => {
  requireGiven({ query, secretKey });
  requireFreshness(freshness);
  if (!secretKey.startsWith('sk_')) throw new RangeError('a secret key begins with sk_');
  const read = once(query);
  const values = RETURN_PARAMETERS.map((name) => {
    const value = read(name);
    return value !== undefined && SHAPES[name].test(value) ? value : undefined;
  });
  const [sessionId, reference, status, timestamp] = values;
  const signature = read(SIGNATURE_PARAMETER);
  if (sessionId === undefined || reference === undefined) return E.left(ReturnRefused('malformed'));
  if (status === undefined || timestamp === undefined) return E.left(ReturnRefused('malformed'));
  if (signature === undefined || !SIGNATURE.test(signature))
    return E.left(ReturnRefused('malformed'));

  const expected = signatureOf([sessionId, reference, status, timestamp], secretKey);
  if (!sameDigest(expected, signature) || !STATUSES.has(status))
    return E.left(ReturnRefused('signature'));
  const apart = Math.abs(freshness.now / SECOND - Number(timestamp));
  if (apart > freshness.toleranceSeconds) return E.left(ReturnRefused('timestamp'));
  return E.right({
    sessionId,
    reference,
    status: status as ReturnStatus,
    timestamp: Number(timestamp),
  });
};
