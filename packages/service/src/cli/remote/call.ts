import { E } from '@hundi/core';
import { AnswerTooLarge, exchange, reasonOf, textUpTo } from './exchange.js';

/** One request. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

/** What a service answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined where the body is none. */
  readonly body: unknown;
}

/** No whole answer came. The service may have done what it was asked, or not. */
export interface Unanswered {
  readonly reason: string;
  /** Another try would end as this one did. */
  readonly isFinal?: true;
}

export type Called = E.Either<Unanswered, Answer>;

/** A batch of 20,000 rows on a slow line takes its time. */
const PATIENCE_MS = 60_000;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A thousand records of a job take less than one. */
const ANSWER_MIB = 64;

/** Calls a service once. It follows no redirect, which could lead a key elsewhere. */
export const callOnce = async (
  { method, url, headers, body }: Call,
  stop: AbortSignal,
): Promise<Called> => {
  const tooLate = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answer = await exchange(url, {
      method,
      signal: AbortSignal.any([stop, tooLate]),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    const { statusCode: status = 0, headersDistinct } = answer;
    const answered = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const text = await textUpTo(answer, ANSWER_MIB);
    return E.right({ status, headers: new Headers(answered), body: parsed(text) });
  } catch (error) {
    if (stop.aborted) return E.left({ reason: 'stopped by a signal' });
    if (tooLate.aborted)
      return E.left({ reason: `no whole answer within ${String(PATIENCE_MS / 1_000)} s` });
    return E.left({
      reason: reasonOf(error),
      ...(error instanceof AnswerTooLarge && { isFinal: true }),
    });
  }
};
