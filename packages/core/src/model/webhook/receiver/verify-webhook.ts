// Not through kernel/fp.ts, which would bring all of fp-ts into the receiver's small bundle.
import * as E from 'fp-ts/lib/Either.js';
import { sameDigest } from '../../../kernel/secrets/digest.js';
import {
  pairsOf,
  requireFreshness,
  requireGiven,
  type NamedValues,
} from '../../../kernel/values/named-values.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import { isStrongSecret, signingKey } from './secret.js';
import { signatureOf } from './signature.js';
import { WebhookEvent } from './webhook-event.js';

/** Why a delivery is not to be believed. */
export interface WebhookRejected {
  readonly _tag: 'WebhookRejected';
  readonly reason:
    | 'header_missing'
    | 'timestamp_invalid'
    | 'timestamp_too_old'
    | 'timestamp_too_new'
    | 'signature_mismatch'
    | 'body_not_json'
    | 'body_not_an_event';
  readonly detail: string;
}

/** A delivery that the holder of a secret has signed, within the tolerance. */
export interface VerifiedWebhook {
  /** The same over all attempts to deliver one event: act on it once. */
  readonly webhookId: string;
  /** When this attempt was made, in epoch ms. */
  readonly sentAt: EpochMs;
  readonly event: WebhookEvent;
}

/** When a delivery is checked, and how old it may be (§6). */
export interface VerifyOptions {
  /**
   * How far the time of the attempt may be from `now`. More than 0: without it a delivery could be replayed for ever.
   */
  readonly toleranceSeconds: number;
  /** Epoch ms. */
  readonly now: EpochMs;
}

/** Headers as servers give them: names in any case, one value or several. An object, `Headers` or a `Map`. */
export type ReceivedHeaders = NamedValues<string | ReadonlyArray<string> | undefined>;

/**
 * Checks that a webhook delivery is genuine and fresh, as Standard Webhooks asks: over the raw body, byte
 * for byte, and in constant time. While a secret is rotated, give the old one and the new one.
 *
 * @param rawBody what was received, before anything parsed it
 * @param secrets `whsec_…`, one or more
 * @throws when the tolerance is not above 0, `now` is not a number of milliseconds, or a secret is none: the receiver is
 *   set up wrongly; a TypeError when an argument is not there or a promise.
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secrets: ReadonlyArray<string>,
  options: VerifyOptions,
): E.Either<WebhookRejected, VerifiedWebhook> => {
  requireGiven({ rawBody, headers, secrets });
  checkSetUp(secrets, options);
  const pairs = pairsOf(headers);
  const webhookId = headerOf(pairs, 'webhook-id');
  const timestamp = headerOf(pairs, 'webhook-timestamp');
  const signatures = headerOf(pairs, 'webhook-signature');
  if (webhookId === undefined || timestamp === undefined || signatures === undefined)
    return rejected(
      'header_missing',
      'webhook-id, webhook-timestamp and webhook-signature belong to a delivery',
    );

  const fresh = freshness(timestamp, options);
  if (E.isLeft(fresh)) return fresh;
  const bytes = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  if (!isSigned(secrets, signatures, (key) => signatureOf(key, webhookId, timestamp, bytes)))
    return rejected('signature_mismatch', 'no signature is one of these secrets over these bytes');

  const event = eventIn(bytes);
  return E.isLeft(event) ? event : E.right({ webhookId, sentAt: fresh.right, event: event.right });
};

const rejected = (
  reason: WebhookRejected['reason'],
  detail: string,
): E.Either<WebhookRejected, never> => E.left({ _tag: 'WebhookRejected', reason, detail });

const checkSetUp = (secrets: ReadonlyArray<string>, options: VerifyOptions): void => {
  requireFreshness(options);
  requireGiven(Object.fromEntries(secrets.map((secret, i) => [`secrets[${String(i)}]`, secret])));
  if (secrets.length === 0) throw new RangeError('a secret is needed to verify anything');
  if (!secrets.every(isStrongSecret))
    throw new RangeError('a secret is whsec_ and 24 to 64 bytes in base64');
};

const headerOf = (
  pairs: ReadonlyArray<readonly [string, string | ReadonlyArray<string> | undefined]>,
  name: string,
): string | undefined => {
  const found = pairs.find(([key]) => key.toLowerCase() === name)?.[1];
  const value = typeof found === 'string' ? found : found?.join(' ');
  return value === undefined || value === '' ? undefined : value;
};

const EPOCH_SECONDS = /^\d{1,12}$/;

const freshness = (
  timestamp: string,
  { toleranceSeconds, now }: VerifyOptions,
): E.Either<WebhookRejected, EpochMs> => {
  if (!EPOCH_SECONDS.test(timestamp))
    return rejected('timestamp_invalid', 'webhook-timestamp is epoch seconds');
  const [sentAt, tolerance] = [Number(timestamp) * SECOND, toleranceSeconds * SECOND];
  if (now - sentAt > tolerance)
    return rejected('timestamp_too_old', 'the attempt was made too long ago');
  if (sentAt - now > tolerance)
    return rejected('timestamp_too_new', 'the attempt was made in the future');
  return E.right(sentAt);
};

const SIGNATURES_MAX = 20;

/** Compares every pair, so that the time it takes does not reveal which one matches. */
const isSigned = (
  secrets: ReadonlyArray<string>,
  signatures: string,
  expected: (key: Uint8Array) => string,
): boolean => {
  const given = signatures.split(' ').slice(0, SIGNATURES_MAX);
  return secrets
    .map((secret) => expected(signingKey(secret)))
    .flatMap((right) => given.map((one) => sameDigest(one, right)))
    .some((same) => same);
};

const eventIn = (bytes: Uint8Array): E.Either<WebhookRejected, WebhookEvent> => {
  const body = parsed(bytes);
  if (E.isLeft(body)) return body;
  const event = WebhookEvent.decode(body.right);
  return E.isLeft(event)
    ? rejected('body_not_an_event', 'the body is not an event with id, type, created and data')
    : event;
};

const parsed = (bytes: Uint8Array): E.Either<WebhookRejected, unknown> => {
  try {
    return E.right(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return rejected('body_not_json', 'the body is not JSON');
  }
};
