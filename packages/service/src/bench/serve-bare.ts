import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback. */
export interface BareServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves with nothing but `node:http`. A request that fails loses its connection. */
export const serveBare = async (
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<BareServer> => {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
