import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../log/logger.js';
import type { SecureHeaders } from './secure-headers.js';

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const answerOf = (status: number, requestId: string, headers: SecureHeaders): string => {
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({
    type: 'invalid_parameters_error',
    title,
    detail:
      'The request is not valid HTTP, its headers are too long, or it did not arrive in time.',
    status,
    instance: requestId,
  });
  return [
    `HTTP/1.1 ${status} ${title}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers()).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};

// Node's own name for the answer that the socket is at. One whose head is out cannot become another one.
const isAnswering = (socket: Duplex): boolean => {
  const { _httpMessage: answer } = socket as { _httpMessage?: { readonly headersSent: boolean } };
  return answer?.headersSent === true;
};

// Long enough for the answer to arrive. A client that keeps its side open would else keep the socket for ever.
const LINGER_MS = 1_000;

/**
 * Answers what never became a request: broken HTTP, a head that is too long, one that did not arrive in time; then it
 * closes the connection.
 */
export const answerClientErrors = (
  server: Server,
  headers: SecureHeaders,
  logger: Logger,
): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || isAnswering(socket) || error.code === 'ECONNRESET') {
      logger.debug('client went away', { error });
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const status = STATUSES[error.code ?? ''] ?? 400;
    logger.debug('malformed request', { requestId, status, error });
    socket.end(answerOf(status, requestId, headers));
    setTimeout(() => {
      socket.destroy();
    }, LINGER_MS).unref();
  });
};
