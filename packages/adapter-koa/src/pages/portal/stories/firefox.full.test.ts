import { memoryStorage } from '@hundi/adapter-memory';
import test from 'ava';
import { openCard } from '../../../testing/card-page.js';
import { csvFiles } from '../../../testing/csv-files.js';
import { firefox, hasFirefox } from '../../../testing/firefox.js';
import { openCheckout } from '../../../testing/payout-checkout.js';
import { waiting } from '../../../testing/portal.js';
import { logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';
import { portalRoutesOf } from '../../mount/portal-table.js';

const story = (await hasFirefox()) ? test : test.skip;

story('every page is whole in Firefox, on a phone, and nothing on it is refused', async (t) => {
  const served = await serve(t, memoryStorage(), { files: csvFiles });
  const { ids, jobId } = await waiting(served, 3);
  const logged: string[] = [];
  const send = await firefox(t, (event) => {
    const { level, text } = event as { readonly level: string; readonly text: string };
    if (level === 'error' || level === 'warn') logged.push(text);
  });
  const { capabilities } = (await send('session.new', { capabilities: {} })) as {
    readonly capabilities: { readonly userAgent: string };
  };
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    readonly contexts: ReadonlyArray<{ readonly context: string }>;
  };
  const context = contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } });
  const person = await logIn(
    served,
    'admin@acme.example',
    portalBrowser(served, capabilities.userAgent),
  );
  const domain = '127.0.0.1';
  for (const [name, value] of person.cookies)
    await send('storage.setCookie', {
      cookie: { name, domain, value: { type: 'string', value } },
    });

  const known: Readonly<Record<string, string>> = {
    transactionId: ids[0] ?? '',
    jobId,
    beneficiaryId: await served.sandbox.beneficiary('SHARMA01'),
  };
  const { engine } = served.sandbox;
  const paths = portalRoutesOf(engine, async () => undefined, { files: csvFiles })
    .filter(({ method, path }) => method === 'GET' && !path.endsWith('.csv'))
    .map(({ path }) => path.replace(/\{(\w+)\}/, (_, name: string) => known[name] ?? name));
  const origin = `http://${domain}:${String(served.port)}`;
  const card = await openCard(served);
  const checkout = await openCheckout(served);
  for (const url of [card.link, checkout.link, ...paths.map((path) => origin + path)]) {
    await send('browsingContext.navigate', { context, url, wait: 'complete' });
    const expression =
      "`${document.querySelectorAll('main h1').length} ${document.documentElement.scrollWidth <= innerWidth}`";
    const { result } = (await send('script.evaluate', {
      expression,
      target: { context, sandbox: 'story' },
      awaitPromise: false,
    })) as { readonly result: { readonly value: string } };
    t.is(result.value, '1 true', url);
    t.deepEqual(logged, [], url);
  }
  t.true(paths.length > 30);
});
