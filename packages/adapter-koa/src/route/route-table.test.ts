import { E } from '@hundi/core';
import test from 'ava';
import * as io from 'io-ts';
import { MethodNotAllowed, NoSuchPath } from '../problem/refusal.js';
import { route } from './route.js';
import { routeTable } from './route-table.js';

const at = (method: 'GET' | 'POST', path: `/${string}`) =>
  route({
    method,
    path,
    scope: 'payments:read',
    params: {},
    query: {},
    headers: {},
    about: { operationId: path, section: '4.7', tag: 'Payments', summary: '', description: '' },
    refusals: [],
    success: { status: 200, body: io.strict({ path: io.string }), example: { path } },
    run: () => Promise.resolve(E.right({ path })),
    reply: (body) => ({ body }),
  });

const table = routeTable('/v1', [
  at('GET', '/v1/jobs/{jobId}'),
  at('GET', '/v1/jobs/latest'),
  at('POST', '/v1/jobs/{jobId}/rows/{row}'),
]);

const found = (method: string, path: string) => {
  const match = table.find(method, path);
  return E.isLeft(match)
    ? match.left
    : { path: match.right.route.path, params: match.right.params };
};

test('a parameter is decoded once', (t) => {
  t.deepEqual(found('POST', '/v1/jobs/a%2520b/rows/%252e%252e'), {
    path: '/v1/jobs/{jobId}/rows/{row}',
    params: { jobId: 'a%20b', row: '%2e%2e' },
  });
});

test('a parameter takes one segment, decoded', (t) => {
  t.deepEqual(found('POST', '/v1/jobs/a%20b/rows/7'), {
    path: '/v1/jobs/{jobId}/rows/{row}',
    params: { jobId: 'a b', row: '7' },
  });
});

test('a literal segment comes before a parameter', (t) => {
  t.deepEqual(found('GET', '/v1/jobs/latest'), { path: '/v1/jobs/latest', params: {} });
});

test('an empty segment is no parameter', (t) => {
  t.deepEqual(found('GET', '/v1/jobs/'), NoSuchPath());
});

test('another method on a known path gets the list of supported ones', (t) => {
  t.deepEqual(found('DELETE', '/v1/jobs/1'), MethodNotAllowed(['GET', 'HEAD']));
});

test('two routes never share a method and a path', (t) => {
  t.throws(() => routeTable('/v1', [at('GET', '/v1/jobs'), at('GET', '/v1/jobs')]));
});

test('a route lies under the prefix', (t) => {
  t.throws(() => routeTable('/v1', [at('GET', '/v2/jobs')]));
});
