import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { batchTo, json, payee, postBatch } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const ROWS = 60;
const MONTH = 30 * 86_400;

/** Requests begun before an endpoint is found to fail. */
const AT_ONCE = 15;
/** Ten probes of the schedule, then one a day until it has failed for five days. */
const MONTH_MAX = 13;

/** Takes every connection and answers none. */
const silentReceiver = async (t: ExecutionContext) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { sockets, url: `http://127.0.0.1:${String(port)}/hooks` };
};

/** Attempts that were given up. */
const attempts = async (service: ServedHere): Promise<number> => {
  const { text } = await service.get('/metrics');
  const sought = /^hundi_webhook_attempt_duration_seconds_count{outcome="timed_out"} (\d+)$/m;
  return Number(sought.exec(text)?.[1]);
};

for (const [name, place] of Object.entries(await places())) {
  test.serial(
    `${name}: an endpoint that never answers is tried once a probe while the clock moves a month`,
    async (t) => {
      t.timeout(600_000);
      const { dataDir, variables } = await place(t);
      const { sockets, url } = await silentReceiver(t);
      const file = join(dataDir, 'tenants.json');
      await writeFile(
        file,
        JSON.stringify(demoDocument({ webhookEndpoints: [{ url, eventTypes: ['*'] }] })),
      );
      const service = await serveHere(t, dataDir, { ...variables, PROVISION_FILE: file });
      const body = batchTo(await payee(service, 'Sharma Steel'), 'RUN-1', ROWS);
      json(await postBatch(service, body), 202);

      json(await service.post('/sandbox/v1/settle'));
      const found = await attempts(service);
      t.true(found > 0 && found <= AT_ONCE);
      json(await service.post('/sandbox/v1/clock/advance', { seconds: 500 }));
      t.true((await attempts(service)) - found <= 2);
      json(await service.post('/sandbox/v1/clock/advance', { seconds: MONTH }));
      const all = await attempts(service);
      t.true(all - found <= MONTH_MAX);
      // One that is given up before it is connected leaves a connection behind.
      t.true(sockets.length <= 2 * all);
    },
  );
}
