import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';

/** Names a request for ever: tenant, route and key (decisions §2). */
export interface RequestKey {
  readonly tenant: Tenant;
  readonly route: string;
  readonly key: string;
}

/** The answer that was given to a request, and the fingerprint of the request it was given to. */
export interface KeptAnswer extends RequestKey {
  readonly fingerprint: string;
  /** The kind of answer, in the use case's own words; the adapter maps it to a status. */
  readonly outcome: string;
  /** The body, byte for byte. */
  readonly body: string;
  readonly at: EpochMs;
}

/** The answers that hold sealed texts: those with one of the outcomes, and those of one of the routes. */
export interface SealedAnswers {
  readonly outcomes: ReadonlyArray<string>;
  readonly routes: ReadonlyArray<string>;
}

/** What a look at some answers found. */
export interface AnswersPage {
  /** How many answers were looked at; fewer than asked for at the end. */
  readonly looked: number;
  readonly found: ReadonlyArray<KeptAnswer>;
  /** The last one that was looked at. */
  readonly last?: RequestKey;
}

/** Another body for an answer. */
export interface AnswerChange {
  readonly was: KeptAnswer;
  readonly body: string;
}

/** One answer for each idempotency key (decisions §2). */
export interface IdempotencyStore {
  /** Those of the keys that have an answer, in no order. */
  readonly find: (keys: ReadonlyArray<RequestKey>) => Promise<ReadonlyArray<KeptAnswer>>;
  /**
   * Keeps the answers whose key is free and says which those are. A key that another unit of work is
   * keeping just now is waited for: it is then either free or taken.
   */
  readonly add: (answers: ReadonlyArray<KeptAnswer>) => Promise<ReadonlyArray<KeptAnswer>>;
  /** Looks at `limit` answers of all corporates from behind `after` on, and returns those that hold sealed texts. */
  readonly sealed: (
    which: SealedAnswers,
    limit: number,
    after?: RequestKey,
  ) => Promise<AnswersPage>;
  /** Writes the body of each answer that still has the one that it was read with; returns how many those are. */
  readonly reseal: (changes: ReadonlyArray<AnswerChange>) => Promise<number>;
}
