import { hardenServer, serverOptions } from '@hundi/adapter-koa';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export interface Serving {
  readonly url: string;
  /** Takes no more requests, and resolves once those in flight are answered. */
  readonly stop: () => Promise<void>;
}

/** Serves a Koa callback, an Express app or any other listener, with the time limits that Hundi needs. */
export const serve = async (listener: RequestListener, port: number): Promise<Serving> => {
  const server = hardenServer(createServer(serverOptions, listener));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        // A connection that stays open for another request would hold up the stop.
        const idle = setInterval(() => {
          server.closeIdleConnections();
        }, 100);
        server.close((error) => {
          clearInterval(idle);
          if (error === undefined) resolve();
          else reject(error);
        });
      }),
  };
};
