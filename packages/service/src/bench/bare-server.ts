import type { BareRead } from './bare-read.js';
import { serveBare, type BareServer } from './serve-bare.js';

/** Where a single transaction is read, at the bare server as at the service. */
export const TRANSACTIONS = '/v1/partner/payments/transactions';

/** The least that a server must do: find the row, and send as many bytes as the service sends for it. */
export const openBareServer = async (
  read: BareRead,
  corporateId: string,
  bytes: number,
): Promise<BareServer> => {
  const body = Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
  const { url, close } = await serveBare(async (request, response) => {
    const id = request.url?.slice(TRANSACTIONS.length + 1) ?? '';
    const row = await read.row(corporateId, id);
    response.writeHead(row === undefined ? 404 : 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    });
    response.end(body);
  });
  return {
    url,
    close: async () => {
      await close();
      await read.close();
    },
  };
};
