import type { Server, ServerOptions } from 'node:http';
import { answerInSlices } from './http/answers-in-slices.js';
import { endSlowBodies } from './http/body/slow-bodies.js';
import { takeOneAtATime } from './http/one-at-a-time.js';
import { endSlowAnswers } from './http/slow-answers.js';

/** The options for creating a server: it checks slow connections every 2 s, and parses strictly. */
export const serverOptions = {
  connectionsCheckingInterval: 2_000,
  insecureHTTPParser: false,
  requireHostHeader: true,
} as const satisfies ServerOptions;

/**
 * Bounds how long a connection may take over headers (10 s), a request (30 s) and idling (5 s), and how many requests
 * it may carry (1,000), which are begun one at a time: the next one once the answer to the last one is taken. A body of
 * which less than 24 KiB come in 5 s ends its connection, so none that is silent, drips or stays half way is there for
 * 15 s. An answer of which its client takes less than 72 KiB in 15 s, or less than all that is left, ends it, too; a
 * handler may work as long as it likes. Give the server {@link serverOptions} when it is created, and a `clientError`
 * listener of yours must destroy the socket that it gets.
 */
export const hardenServer = (server: Server): Server => {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxRequestsPerSocket = 1_000;
  takeOneAtATime(server);
  endSlowBodies(server);
  answerInSlices(server);
  endSlowAnswers(server);
  return server;
};
