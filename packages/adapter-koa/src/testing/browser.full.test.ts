import { storyTeller, whileItStays } from './browser.js';
import { onLoopback } from './on-loopback.js';
import { reads } from './payout-checkout.js';

const story = await storyTeller();

const pageOf = (title: string, script: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1></main><script>${script}</script>`;

story('a page that leaves while it is worked on stays for the work', async (t, { visitor }) => {
  const origin = await onLoopback(t, ({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      url === '/second'
        ? pageOf('Second', '')
        : // A press anywhere makes it leave.
          pageOf('First', 'addEventListener("click", () => location.replace("/second"))'),
    );
  });
  const page = await visitor(t);
  await page.goto(`${origin}/first`);
  await whileItStays(page, async () => {
    const left = page.waitForRequest(`${origin}/second`);
    await page.getByRole('main').click();
    await left;
    await reads(page, 'First');
    t.is(page.url(), `${origin}/first`);
  });
  await reads(page, 'Second');
  t.is(page.url(), `${origin}/second`);
});
