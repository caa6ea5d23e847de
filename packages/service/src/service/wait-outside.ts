import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections wait at most: as many as Node leaves in the kernel for a server that is busy. */
const WAITING_MAX = 511;

/** The connections that wait. */
export interface Outside {
  readonly sendAway: () => void;
}

const ignore = (): void => undefined;

/**
 * Lets so many connections at once in to what listens for connections by now. Further ones wait unread until one that is
 * in has ended, the first one longest; who has gone meanwhile leaves then. Beyond WAITING_MAX of them Node drops each that
 * comes. `onFull` is called for each connection that waits or is dropped.
 */
export const waitOutside = (server: Server, max: number, onFull: () => void): Outside => {
  const enters = server.listeners('connection');
  const waiting = new Set<Socket>();
  let inside = 0;
  const letIn = (socket: Socket): void => {
    inside += 1;
    socket.once('close', () => {
      inside -= 1;
      callNext();
    });
    // First: a listener may hold it back.
    socket.resume();
    for (const enter of enters) Reflect.apply(enter, server, [socket]);
  };
  const callNext = (): void => {
    for (const socket of waiting) {
      waiting.delete(socket);
      if (socket.destroyed) continue;
      letIn(socket.off('error', ignore));
      return;
    }
  };
  // Node has no other way to read nothing of a connection: what it reads ahead of a client that drips is much memory.
  Object.assign(server, { pauseOnConnect: true });
  server.maxConnections = max + WAITING_MAX;
  server.on('drop', onFull);
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (inside < max) {
      letIn(socket);
      return;
    }
    onFull();
    waiting.add(socket.on('error', ignore));
  });
  return { sendAway: () => waiting.forEach((socket) => socket.destroy()) };
};
