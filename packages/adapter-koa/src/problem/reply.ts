import { SealerAway, StorageAway } from '@hundi/core';
import type { Context } from 'koa';
import { CLOSED_HEADERS } from '../http/closed-headers.js';
import {
  awayProblem,
  incidentProblem,
  problemHeaders,
  toProblem,
  type Problem,
} from './problem.js';
import type { Refusal } from './refusal.js';

/** The answer to a request. A body that is already text is sent unchanged, byte for byte. */
export interface Reply {
  readonly status: number;
  /** Undefined where the status says that there is none. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const problemReply = (
  problem: Problem,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): Reply => ({
  status: problem.status,
  body: { ...problem, instance: requestId },
  headers: { 'Content-Type': 'application/problem+json', ...headers },
});

/** The answer to a refused request. */
export const refused = (refusal: Refusal, requestId: string): Reply =>
  problemReply(toProblem(refusal), requestId, problemHeaders(refusal));

/** A caller that comes back too soon only has to try again. */
export const RETRY_AFTER_AWAY = { 'Retry-After': '5' } as const;

/** Whether a request failed only because the storage or the sealer cannot be reached for now. */
export const isAway = (error: unknown): boolean =>
  error instanceof StorageAway || error instanceof SealerAway;

/** The answer to a request that failed. */
export const failed = (error: unknown, incidentId: string, requestId: string): Reply =>
  isAway(error)
    ? problemReply(awayProblem(incidentId), requestId, RETRY_AFTER_AWAY)
    : problemReply(incidentProblem(incidentId), requestId, {});

/** A text that is longer is sent as bytes: they take less memory while they wait. */
const TEXT_MAX = 64 * 1_024;

/** The answer as it is sent. */
export const written = (reply: Reply): Reply & { readonly body: string | Buffer | undefined } => {
  const { body } = reply;
  if (body === undefined || Buffer.isBuffer(body)) return { ...reply, body };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { ...reply, body: text.length > TEXT_MAX ? Buffer.from(text) : text };
};

/** Puts the answer into Koa's response. */
export const send = (ctx: Context, reply: Reply): void => {
  const { status, body, headers = {} } = written(reply);
  ctx.status = status;
  ctx.set({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...CLOSED_HEADERS,
    ...headers,
  });
  ctx.body = body ?? null;
};

/**
 * Answers a request of the host that failed as one of ours is answered: 503 where the storage or the sealer is away, and
 * otherwise 500. The answer names the incident id, by which an operator finds the cause, and nothing else of it.
 */
export const answerFailure = (
  ctx: Context,
  error: unknown,
  { incidentId, requestId }: { readonly incidentId: string; readonly requestId: string },
): void => {
  send(ctx, failed(error, incidentId, requestId));
};
