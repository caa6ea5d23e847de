import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface CutOff {
  /** The URL of the server by this way. */
  readonly url: string;
  /** Ends every connection, and refuses new ones. */
  readonly cut: () => Promise<void>;
  /** Lets connections through again. */
  readonly mend: () => Promise<void>;
}

/** Stands between a client and the server of a URL. */
export const cutOff = async (url: string): Promise<CutOff> => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5_432), target.hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = async (port: number): Promise<number> => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const through = new URL(url);
  through.host = `127.0.0.1:${String(port)}`;
  return {
    url: through.href,
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      await listen(port);
    },
  };
};
