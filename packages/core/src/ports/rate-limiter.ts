/**
 * The kind of a call for rate limits (decisions §2): a read changes nothing; a login is of a person who is not known yet;
 * codes are requests for and tries of one-time codes and cards, of one address, login or page; bytes are those of bodies.
 */
export type CallKind = 'reads' | 'writes' | 'logins' | 'codes' | 'bytes';

/** Whether a call may go on, and what its key has left (decisions §2). */
export interface RateAllowance {
  readonly allowed: boolean;
  /** Calls that the key may make at once after a rest. */
  readonly limit: number;
  /** Seconds of rest in which none of them becomes all of them. */
  readonly windowSeconds: number;
  /** Calls that the key may make at once now. */
  readonly remaining: number;
  /** Seconds until all of `limit` are there again; after a refusal, until what was asked for is. */
  readonly resetSeconds: number;
}

/**
 * Counts the calls of each key (decisions §2), of each session, the logins of each peer address, and codes. A host
 * with many processes keeps the counts in a place that all of them share. A rejection of this port fails the request;
 * with a `StorageAway` the answer is 503.
 */
export interface RateLimiter {
  /** Counts one call, or `amount` bytes, unless it answers that they are not allowed. */
  readonly take: (keyId: string, kind: CallKind, amount?: number) => Promise<RateAllowance>;
}
