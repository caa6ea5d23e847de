import type { Server, ServerOptions } from 'node:http';
import { endSlowBodies } from './http/body/slow-bodies.js';
import { endSlowAnswers } from './http/slow-answers.js';

/** The options for creating a server: it checks slow connections every 2 s, and parses strictly. */
export const serverOptions = {
  connectionsCheckingInterval: 2_000,
  insecureHTTPParser: false,
  requireHostHeader: true,
} as const satisfies ServerOptions;

/**
 * Bounds how long a connection may take over headers (10 s), a request (30 s) and idling (5 s), and how many
 * requests it may carry (1,000). A body of which less than 24 KiB come in 5 s ends its connection, so none that is
 * silent, drips or stays half way is there for 15 s. Answers that wait for their client to take them end its
 * connection when it takes nothing for 15 s, or less than 24 KiB in 5 s for long; a handler may work as long as it
 * likes. Give the server {@link serverOptions} when it is created, and a `clientError` listener of yours must destroy
 * the socket that it gets.
 */
export const hardenServer = (server: Server): Server => {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxRequestsPerSocket = 1_000;
  endSlowBodies(server);
  endSlowAnswers(server);
  return server;
};
