import { StorageAway } from '@hundi/core/storage';
import test from 'ava';
import { failingApp } from '../testing/failing-app.js';

test('a failure beyond the APIs has an incident id, by which its cause is found in the log', async (t) => {
  const { url, lines } = await failingApp(t, new Error('broken'));
  const answer = await fetch(`${url}/sandbox/v1/clock`, { headers: { 'x-request-id': 'r-1' } });
  const problem = (await answer.json()) as { readonly incidentId: string };

  t.is(answer.status, 500);
  t.is(answer.headers.get('content-type'), 'application/problem+json');
  t.like(problem, { type: 'internal_server_error', instance: 'r-1' });
  t.like(
    lines.find(({ incidentId }) => incidentId === problem.incidentId),
    { msg: 'request failed', requestId: 'r-1', error: { name: 'Error' } },
  );
});

test('while the storage is away, routes beyond the APIs say so as those do', async (t) => {
  const { url, lines } = await failingApp(t, new StorageAway('away', new Error('cut off')));
  const answer = await fetch(`${url}/sandbox/v1/clock`);

  t.is(answer.status, 503);
  t.is(answer.headers.get('retry-after'), '5');
  t.like(await answer.json(), { type: 'service_unavailable_error', status: 503 });
  t.deepEqual(
    lines.filter(({ msg }) => msg === 'request').map(({ status }) => status),
    [503],
  );
});
