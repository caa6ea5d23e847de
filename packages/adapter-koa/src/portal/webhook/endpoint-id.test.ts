import { E } from '@hundi/core';
import test from 'ava';
import { EndpointId } from './endpoint-id.js';

test('an endpointId in a path is taken as it is', (t) => {
  const id = 'we_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12';
  t.deepEqual(EndpointId.decode(id), E.right(id));
});

for (const text of ['', 'we_', 'we_\u0000', 'x'.repeat(5_000), '\ud800'])
  test(`no storage is asked for the endpoint ${JSON.stringify(text.slice(0, 10))}`, (t) => {
    const read = EndpointId.decode(text);
    t.true(E.isRight(read) && read.right !== text);
  });
