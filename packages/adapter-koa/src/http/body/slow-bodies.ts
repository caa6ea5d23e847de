import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasNoBody } from './kept-body.js';

const WINDOW_MS = 5_000;

/** The bytes of a body that must arrive in each window of time: a little more than 4 KiB a second. */
const BYTES_A_WINDOW = 24 * 1_024;

const tooSlow = (): NodeJS.ErrnoException =>
  Object.assign(new Error('The body of a request comes too slowly.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });

/** Whether the body would come if the client sent it: it is not read before its sender is known. */
const isAwaited = (request: IncomingMessage, response: ServerResponse): boolean =>
  response.writableFinished ||
  request.readableFlowing === true ||
  request.listenerCount('readable') > 0;

/**
 * Ends connections whose body does not come, or hardly: one that stops half way, or drips, is gone after ten
 * seconds at most, answered before or not. The server gets a `clientError`, as for a head that does not come.
 */
export const endSlowBodies = (server: Server): void => {
  server.on('request', (request, response) => {
    if (hasNoBody(request)) return;
    const { socket } = request;
    let before = socket.bytesRead;
    const look = (): void => {
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      if (request.complete || socket.destroyed) clearInterval(timer);
      else if (came < BYTES_A_WINDOW && isAwaited(request, response)) {
        clearInterval(timer);
        if (!server.emit('clientError', tooSlow(), socket)) socket.destroy();
      }
    };
    const timer = setInterval(look, WINDOW_MS).unref();
    request.once('end', () => {
      clearInterval(timer);
    });
  });
};
