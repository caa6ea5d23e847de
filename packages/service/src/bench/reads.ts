import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobId, TransactionId } from '@hundi/core';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { benchBatch } from './document.js';
import { openStand, type Stand } from './stand.js';

const PAYMENTS = 5_000;
const REQUESTS = 8_000;
const CALLERS = 32;
const SLICES = 4;
const PATH = '/v1/partner/payments/transactions';

/** Transaction objects a second: from the service, and from a bare server over the same rows. */
export interface ReadsRound {
  readonly service: number;
  readonly floor: number;
}

/** Payments that went all the way to the bank, so that every column a read shows is there. */
const paidPayments = async (
  { url, apiKey, payees, engine, database, tenant }: Stand,
  client: Client,
): Promise<ReadonlyArray<TransactionId>> => {
  const body = Buffer.from(JSON.stringify(benchBatch(payees, PAYMENTS, 'R')));
  const { answer } = await client.post({ url, apiKey, key: 'reads', body });
  await engine.runDue();
  const { jobId } = JSON.parse(answer) as { readonly jobId: JobId };
  const rows = await database.storage.read(({ payouts }) =>
    payouts.ofJob(tenant, jobId, 0, PAYMENTS),
  );
  return rows.map(({ order }) => order.transactionId);
};

/** The least that a server must do: find the row, and send as many bytes as the service sends for it. */
const openBare = async ({ database, tenant }: Stand, bytes: number) => {
  const read = await database.openBareRead();
  const body = Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
  const server = createServer((request, response) => {
    const id = request.url?.slice(PATH.length + 1) ?? '';
    read.row(tenant.corporateTenantId, id).then(
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

/**
 * Reads single transactions with a real key from 32 connections, by turns from the service and from the bare server.
 */
export const readsRound = async (make: MakeDatabase, client: Client): Promise<ReadsRound> => {
  const stand = await openStand(make);
  const ids = await paidPayments(stand, client);
  // A step that shares no factor with their number visits them all, seldom a neighbour.
  const paths = Array.from(
    { length: REQUESTS },
    (_, i) => `${PATH}/${ids[(i * 1_237) % ids.length] ?? ''}`,
  );
  const headers = { 'x-api-key': stand.apiKey };
  const sample = await fetch(`${stand.url}${paths[0] ?? ''}`, { headers });
  const bare = await openBare(stand, (await sample.arrayBuffer()).byteLength);

  const took = { service: 0, floor: 0 };
  for (let from = 0; from < REQUESTS; from += REQUESTS / SLICES) {
    const slice = {
      apiKey: stand.apiKey,
      paths: paths.slice(from, from + REQUESTS / SLICES),
      callers: CALLERS,
    };
    took.floor += await client.get({ ...slice, url: bare.url });
    took.service += await client.get({ ...slice, url: stand.url });
  }
  await bare.close();
  await stand.close();
  return { service: (REQUESTS * 1_000) / took.service, floor: (REQUESTS * 1_000) / took.floor };
};
