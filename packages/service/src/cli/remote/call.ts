import { E } from '@hundi/core';

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

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${String(PATIENCE_MS / 1_000)} s`;
  if (name === 'AbortError') return 'stopped by a signal';
  const { code, message } = (cause ?? error) as NodeJS.ErrnoException;
  return code ?? message;
};

/** Calls a service once. It follows no redirect, which could lead a key elsewhere. */
export const callOnce = async (
  { method, url, headers, body }: Call,
  stop: AbortSignal,
): Promise<Called> => {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    const { status, headers: answered } = response;
    return E.right({ status, headers: answered, body: parsed(await response.text()) });
  } catch (error) {
    return E.left({ reason: reasonOf(error) });
  }
};
