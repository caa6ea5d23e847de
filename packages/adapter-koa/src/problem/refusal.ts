import type { FeatureOff, Hundi } from '@hundi/core';
import type { DecisionError, RefusalOf, ScopeMissing } from '@hundi/core/wire';

/** This path does not exist. */
export const NoSuchPath = () => ({ _tag: 'NoSuchPath' }) as const;
export type NoSuchPath = ReturnType<typeof NoSuchPath>;

/** The path exists for other methods. */
export const MethodNotAllowed = (allow: ReadonlyArray<string>) =>
  ({ _tag: 'MethodNotAllowed', allow }) as const;
export type MethodNotAllowed = ReturnType<typeof MethodNotAllowed>;

/** The body is longer than the route takes; how long it is, where it says so. */
export const PayloadTooLarge = (maxBytes: number, sentBytes?: number) =>
  ({ _tag: 'PayloadTooLarge', maxBytes, sentBytes }) as const;
export type PayloadTooLarge = ReturnType<typeof PayloadTooLarge>;

/** The body is no plain UTF-8 JSON by its headers. */
export const UnsupportedMediaType = (expected: string) =>
  ({ _tag: 'UnsupportedMediaType', expected }) as const;
export type UnsupportedMediaType = ReturnType<typeof UnsupportedMediaType>;

/** The key has made as many calls, sent as many bytes, or left as many answers unread, as it may; in so many seconds it may go on. */
export const RateLimited = (
  retryAfterSeconds: number,
  of: 'calls' | 'bytes' | 'bad keys' | 'unread answers' = 'calls',
) => ({ _tag: 'RateLimited', retryAfterSeconds, of }) as const;
export type RateLimited = ReturnType<typeof RateLimited>;

/** The caller has more bytes of bodies on the way than it may. */
export const TooManyBodiesOfCaller = (maxBytes: number) =>
  ({ _tag: 'TooManyBodiesOfCaller', maxBytes }) as const;
export type TooManyBodiesOfCaller = ReturnType<typeof TooManyBodiesOfCaller>;

/** All callers together have more bytes of bodies on the way than this process holds. */
export const TooManyBodies = () => ({ _tag: 'TooManyBodies' }) as const;
export type TooManyBodies = ReturnType<typeof TooManyBodies>;

/** All callers together have more bytes of answers to read than this process holds. */
export const TooManyAnswers = () => ({ _tag: 'TooManyAnswers' }) as const;
export type TooManyAnswers = ReturnType<typeof TooManyAnswers>;

/** The session's last code is older than five minutes, and the change opens doors for others. */
export const ConfirmationNeeded = () => ({ _tag: 'ConfirmationNeeded' }) as const;
export type ConfirmationNeeded = ReturnType<typeof ConfirmationNeeded>;

/** Use cases that only pages and the host call: what they alone refuse has no problem document. */
type OnPages =
  | 'checkSealer'
  | 'payByCard'
  | 'returnFromCollection'
  | 'authorizePayout'
  | 'cancelPayoutCheckout'
  | 'enterPayoutCheckout'
  | 'givePayoutFactor'
  | 'sendPayoutCode'
  | 'viewPayoutCheckout'
  | 'getUpload';

/**
 * Every refusal that a caller can get for a request: those of this adapter, what a decision on many payouts says of each,
 * and all that the engine's use cases refuse. A feature that is off is told as an unknown path. A refusal of a new use case
 * is here by itself, and does not compile until `WORDINGS` has words for it.
 */
export type Refusal =
  | NoSuchPath
  | MethodNotAllowed
  | PayloadTooLarge
  | UnsupportedMediaType
  | RateLimited
  | TooManyBodiesOfCaller
  | TooManyBodies
  | TooManyAnswers
  | ConfirmationNeeded
  | ScopeMissing
  | DecisionError
  | Exclude<RefusalOf<Hundi[Exclude<keyof Hundi, OnPages>]>, FeatureOff>;
