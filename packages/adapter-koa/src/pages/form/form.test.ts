import { E } from '@hundi/core';
import test from 'ava';
import fc from 'fast-check';
import type { Request } from 'koa';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { readForm, type FormRefusal, type Form } from './form.js';

const FORM = 'application/x-www-form-urlencoded';

const read = (
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': FORM },
): Promise<E.Either<FormRefusal, Form>> => {
  const request = Object.assign(new PassThrough(), { headers });
  request.end(body);
  return readForm({ req: request as unknown as IncomingMessage, request: {} as Request });
};

const tagOf = async (read: Promise<E.Either<FormRefusal, Form>>): Promise<string> => {
  const form = await read;
  return E.isLeft(form) ? form.left._tag : 'read';
};

test("a browser's form is read as it was typed", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }), fc.string(), {
        maxKeys: 8,
      }),
      async (fields) => {
        const form = await read(new URLSearchParams(fields).toString());
        return (
          E.isRight(form) &&
          JSON.stringify([...form.right]) === JSON.stringify(Object.entries(fields))
        );
      },
    ),
  );
  t.pass();
});

for (const [what, body] of [
  ['a field twice', 'code=1&code=2'],
  ['the same field in two spellings', 'code=1&%63ode=2'],
  ['a broken escape', 'code=%4'],
  ['an escape that is no UTF-8', 'code=%ff'],
  ['a name without a value', 'code'],
  ['a value without a name', '=1'],
  ['an empty pair', 'a=1&&b=2'],
  ['bytes that were not escaped', Buffer.from('code=é')],
  ['too many fields', Array.from({ length: 33 }, (_, i) => `f${String(i)}=1`).join('&')],
] as const) {
  test(`${what} is refused`, async (t) => {
    t.is(await tagOf(read(body)), 'InvalidInput');
  });
}

test('a long form is refused', async (t) => {
  t.is(await tagOf(read(`a=${'x'.repeat(9_000)}`)), 'PayloadTooLarge');
});

for (const headers of [
  {},
  { 'content-type': 'application/json' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': `${FORM}; charset=utf-16` },
  { 'content-type': FORM, 'content-encoding': 'gzip' },
]) {
  test(`a body with ${JSON.stringify(headers)} is no form`, async (t) => {
    t.is(await tagOf(read('a=1', headers)), 'UnsupportedMediaType');
  });
}
