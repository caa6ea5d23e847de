import type { JobId, TransactionId } from '@hundi/core';
import { openBareServer, TRANSACTIONS } from './bare-server.js';
import type { Client } from './client.js';
import type { MakeDatabase } from './database.js';
import { benchBatch } from './document.js';
import { openStand, type Stand } from './stand.js';

const PAYMENTS = 5_000;
const REQUESTS = 8_000;
const CALLERS = 32;
const SLICES = 4;

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

/**
 * Reads single transactions with a real key from 32 connections, by turns from the service and from the bare server.
 */
export const readsRound = async (make: MakeDatabase, client: Client): Promise<ReadsRound> => {
  const stand = await openStand(make);
  const ids = await paidPayments(stand, client);
  // A step that shares no factor with their number visits them all, seldom a neighbour.
  const paths = Array.from(
    { length: REQUESTS },
    (_, i) => `${TRANSACTIONS}/${ids[(i * 1_237) % ids.length] ?? ''}`,
  );
  const headers = { 'x-api-key': stand.apiKey };
  const sample = await fetch(`${stand.url}${paths[0] ?? ''}`, { headers });
  const bare = await openBareServer(
    await stand.database.openBareRead(),
    stand.tenant.corporateTenantId,
    (await sample.arrayBuffer()).byteLength,
  );

  const took = { service: 0, floor: 0 };
  for (let from = 0; from < REQUESTS; from += REQUESTS / SLICES) {
    const slice = {
      apiKey: stand.apiKey,
      paths: paths.slice(from, from + REQUESTS / SLICES),
      callers: CALLERS,
    };
    took.floor += (await client.get({ ...slice, url: bare.url })).ms;
    took.service += (await client.get({ ...slice, url: stand.url })).ms;
  }
  await bare.close();
  await stand.close();
  return { service: (REQUESTS * 1_000) / took.service, floor: (REQUESTS * 1_000) / took.floor };
};
