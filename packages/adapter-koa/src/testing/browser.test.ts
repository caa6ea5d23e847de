import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { look, storyTeller } from './browser.js';
import { reads } from './payout-checkout.js';

const story = await storyTeller();

const pageOf = (title: string, script: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1></main><script>${script}</script>`;

story('a page that leaves while it is looked at stays for the look', async (t, { visitor }) => {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      url === '/second'
        ? pageOf('Second', '')
        : // A look at the other width makes it leave.
          pageOf('First', 'addEventListener("resize", () => location.replace("/second"))'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const page = await visitor(t);
  await page.goto(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/first`);
  await look(t, page, 'leaving');
  await reads(page, 'Second');
});
