import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcceptedBatch } from '@hundi/core/wire';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { batchTo, json, payee, postBatch } from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import { runService, type RunningService } from '../testing/running-service.js';

const ROWS = 300;
const SECRET = `whsec_${'c2VjcmV0'.repeat(5)}`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A receiver that takes every delivery, answers the first few, and holds its other answers until the test releases them. */
const receiver = async (t: ExecutionContext, answered: number) => {
  const received: Received[] = [];
  let goes = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goes = resolve;
  });
  let full = (): void => undefined;
  const isFull = new Promise<void>((resolve) => {
    full = resolve;
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      if (received.length > answered) full();
      const answering = received.length > answered ? held : Promise.resolve();
      void answering.then(() => response.writeHead(204).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, isFull, goOn: () => goes(), url: `http://127.0.0.1:${String(port)}/hooks` };
};

const start = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
  url: string,
): Promise<RunningService> => {
  const file = join(dataDir, 'tenants.json');
  const document = demoDocument({
    webhookEndpoints: [{ url, eventTypes: ['transaction.paid'], secret: SECRET }],
  });
  await writeFile(file, JSON.stringify(document));
  const service = await runService(dataDir, { ...variables, PROVISION_FILE: file });
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

for (const [name, place] of Object.entries(await places())) {
  test.serial(`${name}: killed in the middle of delivering, it loses no event`, async (t) => {
    t.timeout(600_000);
    const where = await place(t);
    const { received, isFull, goOn, url } = await receiver(t, ROWS / 6);
    const first = await start(t, where, url);
    const body = batchTo(await payee(first, 'Sharma Steel'), 'RUN-1', ROWS);
    const { transactions } = json<AcceptedBatch>(await postBatch(first, body), 202);
    await isFull;
    await first.end('SIGKILL');
    t.true(received.length < ROWS);
    goOn();

    const second = await start(t, where, url);
    // The claim of the process that was killed lapses.
    await second.post('/sandbox/v1/clock/advance', { seconds: 120 });
    await second.post('/sandbox/v1/settle');
    const verifier = new Webhook(SECRET);
    const delivered = new Set<string>();
    for (const { headers, body: bytes } of received) {
      // Anybody's library verifies what arrives; it throws where a signature or a time is wrong.
      const { data } = verifier.verify(bytes, headers as Record<string, string>) as {
        readonly data: { readonly object: { readonly transactionId: string } };
      };
      delivered.add(data.object.transactionId);
    }
    t.deepEqual(
      transactions.filter(({ transactionId }) => !delivered.has(transactionId)),
      [],
    );
  });
}
