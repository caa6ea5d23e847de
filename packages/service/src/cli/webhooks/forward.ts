import type { IncomingHttpHeaders } from 'node:http';
import { E } from '@hundi/core';
import { Misused, textOf, type Given } from '../command/command.js';
import { exchange, reasonOf } from '../remote/exchange.js';

/** Hands a delivery on as it came; the status of the answer, or why there is none. */
export type Forward = (
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
) => Promise<E.Either<string, number>>;

/** The engine waits for 15 s. */
const PATIENCE_MS = 12_000;

/** The headers that a receiver verifies and parses by. */
const HANDED_ON = /^(?:webhook-[a-z-]+|content-type|user-agent|traceparent)$/;

const forwardTo =
  (url: string): Forward =>
  async (rawBody, headers) => {
    const kept = Object.entries(headers).flatMap(([name, value]) =>
      HANDED_ON.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
    );
    const tooLate = AbortSignal.timeout(PATIENCE_MS);
    try {
      const answer = await exchange(url, {
        method: 'POST',
        signal: tooLate,
        headers: Object.fromEntries(kept),
        body: rawBody,
      });
      answer.destroy();
      return E.right(answer.statusCode ?? 0);
    } catch (error) {
      return E.left(
        tooLate.aborted ? `no answer within ${String(PATIENCE_MS / 1_000)} s` : reasonOf(error),
      );
    }
  };

/** Where `--forward` leads; undefined if it was not given. @throws Misused */
export const forwardOf = (given: Given): Forward | undefined => {
  const text = textOf(given, 'forward');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Misused('--forward: expected an address, as http://127.0.0.1:8080/hooks');
  return forwardTo(url.href);
};
