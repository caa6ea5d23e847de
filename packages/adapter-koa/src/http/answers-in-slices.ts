import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BYTES_TO_TAKE } from './slow-answers.js';

/** What waits in the process for a client: no more than it has to take in its time. */
const SLICE = BYTES_TO_TAKE;

type Callback = () => void;

/** The arguments of `end`, in each of its forms. */
type Ending = [body?: unknown, encoding?: BufferEncoding | Callback, callback?: Callback];

const isCallback = (one: unknown): one is Callback => typeof one === 'function';

/** The bytes of a body that is longer than a slice. */
const longBody = (body: unknown, encoding: unknown): Uint8Array | undefined => {
  const bytes =
    typeof body === 'string' && body.length > SLICE / 3
      ? Buffer.from(body, encoding as BufferEncoding | undefined)
      : body;
  return bytes instanceof Uint8Array && bytes.length > SLICE ? bytes : undefined;
};

/** Has the answer to this request sent in slices, if it is ended with a long body. */
const slice = (_: IncomingMessage, response: ServerResponse): void => {
  const end = response.end.bind(response) as (...ending: Ending) => ServerResponse;
  const sendFrom = (body: Uint8Array, from: number, taken: Callback | undefined): void => {
    const next = from + SLICE;
    if (next >= body.length) {
      end(body.subarray(from), taken);
      return;
    }
    response.write(body.subarray(from, next), (error) => {
      // Other connections have their turn before the next slice, however quickly this one was taken.
      if (error === undefined || error === null)
        setImmediate(() => {
          sendFrom(body, next, taken);
        });
    });
  };
  const endInSlices = (...ending: Ending): ServerResponse => {
    const [body, encoding] = ending;
    const bytes = longBody(body, typeof encoding === 'string' ? encoding : undefined);
    if (bytes === undefined || response.writableEnded) return end(...ending);
    if (!response.headersSent && !response.hasHeader('Transfer-Encoding'))
      response.setHeader('Content-Length', bytes.length);
    sendFrom(bytes, 0, ending.find(isCallback));
    return response;
  };
  response.end = endInSlices as ServerResponse['end'];
};

/**
 * Has long answers given to the kernel slice by slice, the next one once the last one is taken. Of an answer that is
 * given at once nobody could tell how much its client has taken, and other connections would wait while it is copied.
 */
export const answerInSlices = (server: Server): void => {
  // A client that sends no more is still there: Node would take no further slice for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('secureConnection', (socket: Socket) => {
    socket.allowHalfOpen = true;
  });
  server.prependListener('request', slice);
};
