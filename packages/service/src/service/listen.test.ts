import test from 'ava';
import { failingApp } from '../testing/failing-app.js';
import { exchange, parsed } from '../testing/raw.js';

test('a request with an unknown expectation is answered as without it', async (t) => {
  const { url } = await failingApp(t, new Error('broken'));
  const asked = (path: string): Promise<string> =>
    exchange(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n`);
  const found = parsed(await asked('/healthz'));
  const failed = parsed(await asked('/sandbox/v1/clock'));

  t.is(found.status, 200);
  t.true(found.headers.has('x-request-id'));
  t.is(failed.status, 500);
  t.is(failed.headers.get('content-type'), 'application/problem+json');
});
