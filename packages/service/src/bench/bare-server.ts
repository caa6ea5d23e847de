import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareRead } from './bare-read.js';

/** Where a single transaction is read, at the bare server as at the service. */
export const TRANSACTIONS = '/v1/partner/payments/transactions';

/** A server on loopback. */
export interface BareServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The least that a server must do: find the row, and send as many bytes as the service sends for it. */
export const openBareServer = async (
  read: BareRead,
  corporateId: string,
  bytes: number,
): Promise<BareServer> => {
  const body = Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
  const server = createServer((request, response) => {
    const id = request.url?.slice(TRANSACTIONS.length + 1) ?? '';
    read.row(corporateId, id).then(
      (row) => {
        response.writeHead(row === undefined ? 404 : 200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': body.length,
        });
        response.end(body);
      },
      (error: unknown) => {
        response.destroy(error as Error);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await read.close();
    },
  };
};
