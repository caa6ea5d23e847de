import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections wait at most: as many as Node leaves in the kernel for a server that is busy. */
const WAITING_MAX = 511;

/** The connections that wait. */
export interface Outside {
  readonly sendAway: () => void;
}

const ignore = (): void => undefined;

function leave(this: Socket): void {
  this.destroy();
}

/**
 * Lets so many connections at once in to what listens for connections by now. Further ones wait unread, the first one
 * longest, until one that is in has ended; beyond WAITING_MAX of them Node drops each that comes. `onFull` is called for
 * each connection that waits or is dropped.
 */
export const waitOutside = (server: Server, max: number, onFull: () => void): Outside => {
  const enters = server.listeners('connection');
  const waiting = new Set<Socket>();
  let inside = 0;
  function forget(this: Socket): void {
    waiting.delete(this);
  }
  const letIn = (socket: Socket): void => {
    inside += 1;
    socket.once('close', () => {
      inside -= 1;
      const [next] = waiting;
      if (next !== undefined) callIn(next);
    });
    for (const enter of enters) Reflect.apply(enter, server, [socket]);
  };
  const callIn = (socket: Socket): void => {
    waiting.delete(socket);
    socket.off('error', ignore).off('end', leave).off('close', forget);
    letIn(socket);
  };
  server.maxConnections = max + WAITING_MAX;
  server.on('drop', onFull);
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (inside < max) {
      letIn(socket);
      return;
    }
    onFull();
    waiting.add(socket);
    // Who waits may break off, or say that no more comes.
    socket.on('error', ignore).on('end', leave).on('close', forget);
  });
  return { sendAway: () => waiting.forEach((socket) => socket.destroy()) };
};
