import test from 'ava';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';
import { exchange } from '../testing/raw.js';

const BAD: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  'two-hosts': ['GET /healthz', 'Host: a', 'host: b'],
  'no-end': ['GET http://[::1', 'Host: a'],
  'no-name': ['GET http://xn--/', 'Host: a'],
  'other-protocol': ['GET ftp://[a/', 'Host: a'],
  'no-path': ['GET foo://bar', 'Host: a'],
};

test('a request with two Host headers, or an address that cannot be read, is refused as invalid, logged and counted', async (t) => {
  const service = await serveHere(t, await emptyDataDir(), {});

  for (const [id, [line, ...headers]] of Object.entries(BAD)) {
    const head = [`${line} HTTP/1.1`, `X-Request-Id: ${id}`, ...headers, 'Connection: close'];
    const answer = await exchange(service.url, [...head, '', ''].join('\r\n'));
    t.regex(answer, /^HTTP\/1\.1 400 /, id);
    t.regex(answer, /^content-type: application\/problem\+json\r$/im, id);
    t.true(answer.includes(`"instance":"${id}"`), id);
  }
  const { text: metrics } = await service.get('/metrics');
  const stderr = await service.stop();

  t.deepEqual(
    stderr
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .filter(({ requestId }) => Object.hasOwn(BAD, String(requestId)))
      .map(({ msg, status, requestId }) => [msg, status, requestId]),
    Object.keys(BAD).map((id) => ['request', 400, id]),
  );
  t.regex(metrics, /duration_seconds_count\{method="GET",route="unknown",status="400"\} 5/);
});
