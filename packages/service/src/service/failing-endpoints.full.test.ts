import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { payOne } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { serveHere } from '../testing/serve-here.js';

/** Answers each attempt with the status that its path names. */
const receiver = async (t: ExecutionContext): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(Number(request.url?.slice(1))).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};

for (const [name, place] of Object.entries(await places())) {
  test.serial(
    `${name}: the metrics count endpoints that fail and endpoints that are disabled, and name none`,
    async (t) => {
      const { dataDir, variables } = await place(t);
      const origin = await receiver(t);
      const file = join(dataDir, 'tenants.json');
      const webhookEndpoints = ['204', '500', '503', '410'].map((path) => ({
        url: `${origin}/${path}`,
        eventTypes: ['*'],
      }));
      await writeFile(file, JSON.stringify(demoDocument({ webhookEndpoints })));
      const service = await serveHere(t, dataDir, { ...variables, PROVISION_FILE: file });

      await payOne(service, 'Sharma Steel');
      const { text } = await service.get('/metrics');

      for (const line of [
        'hundi_webhook_endpoints_failing 2',
        'hundi_webhook_endpoints_disabled{by="gone"} 1',
        'hundi_webhook_endpoints_disabled{by="failing"} 0',
        'hundi_webhook_endpoints_disabled{by="person"} 0',
      ])
        t.true(text.split('\n').includes(line), line);
      t.notRegex(text, /acme|demo-bank|127\.0\.0\.1/);
    },
  );
}
