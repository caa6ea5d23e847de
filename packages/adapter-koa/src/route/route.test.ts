import { E } from '@hundi/core';
import { JobNotFound } from '@hundi/core/wire';
import test from 'ava';
import * as io from 'io-ts';
import { route } from './route.js';

const shape = {
  method: 'GET',
  path: '/v1/rows',
  scope: 'payments:read',
  about: { operationId: 'rows', section: '4.7', tag: 'Payments', summary: '', description: '' },
  params: {},
  query: {},
  headers: {},
  success: { status: 200, body: io.strict({ rows: io.number }), example: { rows: 1 } },
} as const;

test('a reply that does not fit the codec of the answer does not compile', (t) => {
  const unfit = () => {
    route({
      ...shape,
      refusals: [],
      run: () => Promise.resolve(E.right('two')),
      // @ts-expect-error rows is a number
      reply: (rows) => ({ body: { rows } }),
    });
  };
  t.notThrows(unfit);
});

test('a route that may refuse what it does not name does not compile', (t) => {
  const unnamed = () => {
    route({
      ...shape,
      refusals: ['PayoutNotFound'],
      // @ts-expect-error JobNotFound is not named
      run: () => Promise.resolve(E.left(JobNotFound())),
      reply: () => ({ body: { rows: 1 } }),
    });
  };
  t.notThrows(unnamed);
});
