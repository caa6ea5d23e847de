import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often to look. */
const LOOK_MS = 5_000;

/** How long a client may take nothing. */
const PATIENCE_MS = 15_000;

/** A client that is read at 24 KiB in 5 s goes on for as long as it takes, as with a body. */
const MS_A_BYTE = 5_000 / (24 * 1_024);

/** What has been written to a client, and how much of that it has still to take. */
type Output = Pick<Socket, 'bytesWritten' | 'writableLength'>;

/** What waited at some moment, as the last byte of it, and when it must be gone. */
export interface Waiting {
  readonly upTo: number;
  readonly goneBy: number;
}

/** What waits now; undefined if nothing does. */
export const waiting = (
  { bytesWritten, writableLength }: Output,
  now: number,
): Waiting | undefined =>
  writableLength === 0
    ? undefined
    : { upTo: bytesWritten, goneBy: now + PATIENCE_MS + writableLength * MS_A_BYTE };

/** Whether something of what waited is still there. */
export const stillWaits = ({ bytesWritten, writableLength }: Output, { upTo }: Waiting): boolean =>
  bytesWritten - writableLength < upTo;

/**
 * Ends connections whose client does not take its answers, or hardly. Node's own timer ends those that take nothing
 * at all, and is no measure of those that drip: they are looked at every 5 s. A handler that still works has nothing
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
