import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often to look. */
const LOOK_MS = 2_500;

/** How long a client may go without taking what it has to. */
const PATIENCE_MS = 15_000;

/** What it has to take in that time, if so much waits: 24 KiB in 5 s, as of a body. */
export const BYTES_TO_TAKE = 72 * 1_024;

/** What has been written to a client, and how much of that it has still to take. */
type Output = Pick<Socket, 'bytesWritten' | 'writableLength'>;

/** What has to be gone of what waited at some moment, as its last byte, and by when. */
export interface Waiting {
  readonly upTo: number;
  readonly goneBy: number;
}

/** What has to be gone of what waits now, however much that is; undefined if nothing waits. */
export const waiting = (
  { bytesWritten, writableLength }: Output,
  now: number,
): Waiting | undefined =>
  writableLength === 0
    ? undefined
    : {
        upTo: bytesWritten - Math.max(0, writableLength - BYTES_TO_TAKE),
        goneBy: now + PATIENCE_MS,
      };

/** Whether something of what has to be gone is still there. */
export const stillWaits = ({ bytesWritten, writableLength }: Output, { upTo }: Waiting): boolean =>
  bytesWritten - writableLength < upTo;

/**
 * Ends connections whose client does not take its answers, or hardly. Node's own timer ends those that take nothing
 * at all, and is no measure of those that drip: they are looked at every 2.5 s. A handler that still works has nothing
 * waiting, and may take as long as it likes.
 */
export const endSlowAnswers = (server: Server): void => {
  const sockets = new Map<Socket, Waiting | undefined>();
  let looks: NodeJS.Timeout | undefined;

  const look = (): void => {
    const now = performance.now();
    for (const [socket, before] of sockets) {
      if (before === undefined || !stillWaits(socket, before))
        sockets.set(socket, waiting(socket, now));
      else if (now >= before.goneBy) socket.destroy();
    }
  };

  server.timeout = PATIENCE_MS;
  server.on('request', ({ socket }, response) => {
    response.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    if (sockets.has(socket)) return;
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
    looks ??= setInterval(look, LOOK_MS).unref();
  });
  server.on('close', () => {
    clearInterval(looks);
    looks = undefined;
  });
};
