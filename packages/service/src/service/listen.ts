import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { hardenServer, serverOptions } from '@hundi/adapter-koa';
import type Koa from 'koa';
import { StartRefused } from '../config/start-refused.js';
import { answerClientErrors } from '../http/client-errors.js';
import { responsesWith, type SecureHeaders } from '../http/secure-headers.js';
import type { Logger } from '../log/logger.js';
import { waitOutside } from './wait-outside.js';

/** A server that takes requests. */
export interface Listening {
  /** Where, by the address that the operating system gave. */
  readonly url: string;
  /** Takes no new connection, and resolves when the last answer is out. */
  readonly stop: () => Promise<void>;
  /** Drops every connection, also those that wait for an answer. */
  readonly cut: () => void;
}

const SWEEP_MS = 50;

const stopServer = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  // Connections that were busy at the close become idle later, one by one.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, SWEEP_MS);
  await closed;
  clearInterval(sweep);
};

/** Where to listen, and what every answer says. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The variables that say so. */
  readonly variables?: string;
  readonly headers: SecureHeaders;
  /** Sockets at once; further ones wait. */
  readonly maxConnections: number;
  readonly logger: Logger;
}

// One line says it; a flood of connections must not become a flood of lines.
const SILENT_MS = 10_000;

const fullLog = (logger: Logger, maxConnections: number): (() => void) => {
  let saidAt = -SILENT_MS;
  return () => {
    if (performance.now() - saidAt < SILENT_MS) return;
    saidAt = performance.now();
    logger.warn('too many connections', { maxConnections });
  };
};

/** @throws StartRefused when the address cannot be had. */
export const listen = async (
  app: Koa,
  { host, port, variables = 'HOST, PORT', headers, maxConnections, logger }: ListenOptions,
): Promise<Listening> => {
  const handle = app.callback();
  const options = { ...serverOptions, ServerResponse: responsesWith(headers) };
  const server = hardenServer(createServer(options, (req, res) => void handle(req, res)));
  // RFC 9110 §10.1.1: a server may ignore an expectation that it does not know. Node's own answer is a bare 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  answerClientErrors(server, headers, logger);
  const outside = waitOutside(server, maxConnections, fullLog(logger, maxConnections));
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartRefused(`${variables}: cannot listen on ${host} port ${port}: ${code}`);
  }
  const { address, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${taken}`,
    stop: () => {
      outside.sendAway();
      return stopServer(server);
    },
    cut: () => {
      outside.sendAway();
      server.closeAllConnections();
    },
  };
};
