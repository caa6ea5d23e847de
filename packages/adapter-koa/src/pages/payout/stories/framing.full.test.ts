import { memoryStorage } from '@hundi/adapter-memory';
import type { ExecutionContext } from 'ava';
import { storyTeller } from '../../../testing/browser.js';
import { onLoopback } from '../../../testing/on-loopback.js';
import { openCheckout, reads } from '../../../testing/payout-checkout.js';
import { serve } from '../../../testing/serve.js';

const story = await storyTeller();

/** A page of another site that has ours in a frame. */
const framing = async (t: ExecutionContext, inner: string): Promise<string> => {
  const origin = await onLoopback(t, (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Prizes</title><iframe src="${inner}"></iframe>`);
  });
  return `${origin}/`;
};

for (const [title, of] of [
  ['the link shows nothing in a frame of another page', 'link'],
  ['the page itself shows nothing in a frame of another page', 'address'],
] as const) {
  story(title, async (t, { visitor }) => {
    const served = await serve(t, memoryStorage());
    const checkout = await openCheckout(served);
    const page = await visitor(t);
    await page.goto(checkout.link);
    await reads(page, 'Authorize this payout');
    const refusals: string[] = [];
    page.on('console', (message) => refusals.push(message.text()));
    await page.goto(await framing(t, checkout[of]));

    const [, frame] = page.frames();
    t.is(await frame?.locator('form').count(), 0);
    t.true(refusals.some((text) => /frame-ancestors|X-Frame-Options/i.test(text)));
  });
}
