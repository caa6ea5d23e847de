import { look, storyTeller } from './browser.js';
import { onLoopback } from './on-loopback.js';
import { reads } from './payout-checkout.js';

const story = await storyTeller();

const pageOf = (title: string, script: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1></main><script>${script}</script>`;

story('a page that leaves while it is looked at stays for the look', async (t, { visitor }) => {
  const origin = await onLoopback(t, ({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      url === '/second'
        ? pageOf('Second', '')
        : // A look at the other width makes it leave.
          pageOf('First', 'addEventListener("resize", () => location.replace("/second"))'),
    );
  });
  const page = await visitor(t);
  await page.goto(`${origin}/first`);
  await look(t, page, 'leaving');
  await reads(page, 'Second');
});
