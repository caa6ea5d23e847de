import { E } from '@hundi/core';
import test from 'ava';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { readSmallJson } from './small-json.js';

const read = (type: string, body: string) =>
  readSmallJson(
    Object.assign(Readable.from([Buffer.from(body)]), {
      headers: { 'content-type': type },
    }) as unknown as IncomingMessage,
  );

test('a small body may name UTF-8 as it is written, have parameters of its type, and begin with a byte order mark', async (t) => {
  for (const type of [
    'application/json; charset=UTF8',
    'Application/JSON; version=1',
    'application/json;charset="utf-8"',
  ])
    t.deepEqual(await read(type, '\ufeff{"a":1}'), E.right({ a: 1 }), type);
  for (const type of ['application/json; charset=utf-16', 'text/json', 'application/json; x'])
    t.like(await read(type, '{}'), { left: { type: 'unsupported_media_type_error' } }, type);
});
