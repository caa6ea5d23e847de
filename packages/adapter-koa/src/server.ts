import type { Server, ServerOptions } from 'node:http';

/** What a server must be created with: it looks at slow connections every 5 s, and parses strictly. */
export const serverOptions = {
  connectionsCheckingInterval: 5_000,
  insecureHTTPParser: false,
  requireHostHeader: true,
} as const satisfies ServerOptions;

/**
 * Bounds how long a connection may take over headers (10 s), a request (30 s) and idling (5 s), and how many
 * requests it may carry (1,000). Give the server {@link serverOptions} when it is created.
 */
export const hardenServer = (server: Server): Server => {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxRequestsPerSocket = 1_000;
  return server;
};
