import type { IncomingMessage, RequestListener } from 'node:http';
import { E } from '@hundi/core';
import type { Given, Surroundings } from '../command/command.js';
import type { Forward } from './forward.js';
import type { Receive } from './receive.js';
import { reportEvent, reportRejected } from './report.js';

/** How a listener answers what it verified. */
export interface Listener {
  readonly receive: Receive;
  /** Answers in its place. */
  readonly forward: Forward | undefined;
  /** The status without a forward. */
  readonly answer: number;
}

const BODY_MAX = 1_048_576;

const [REJECTED, NO_POST, TOO_LARGE, NOT_FORWARDED] = [400, 405, 413, 502];

/** The whole body; undefined if it is too large. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_MAX) chunks.push(chunk);
  }
  return bytes > BODY_MAX ? undefined : Buffer.concat(chunks);
};

/** Takes one request, prints what it is, and returns the status of its answer: 2xx only for what it verified. */
const take = async (
  request: IncomingMessage,
  { receive, forward, answer }: Listener,
  given: Given,
  around: Surroundings,
): Promise<number> => {
  if (request.method !== 'POST') return NO_POST;
  const body = await bodyOf(request);
  if (body === undefined) {
    reportRejected({ reason: 'body_too_large', detail: 'more than 1 MiB' }, given, around);
    return TOO_LARGE;
  }
  const received = receive(body, request.headers, Date.now());
  if (E.isLeft(received)) {
    reportRejected(received.left, given, around);
    return REJECTED;
  }
  const forwarded = await forward?.(body, request.headers);
  if (forwarded !== undefined && E.isLeft(forwarded))
    around.err(`hundi: --forward does not answer: ${forwarded.left}`);
  const status =
    forwarded === undefined ? answer : E.isLeft(forwarded) ? NOT_FORWARDED : forwarded.right;
  reportEvent(received.right, status, given, around);
  return status;
};

/** Answers deliveries of webhooks at any path. */
export const deliveries =
  (listener: Listener, given: Given, around: Surroundings): RequestListener =>
  (request, response) => {
    take(request, listener, given, around).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => {
        response.destroy();
        // A sender that went away in the middle of its request has no answer to get; anything else is a defect.
        if (request.complete) throw error;
      },
    );
  };
