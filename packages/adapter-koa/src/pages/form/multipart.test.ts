import { E } from '@hundi/core';
import test from 'ava';
import type { Request } from 'koa';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { isMultipart, readFormWithFile } from './multipart.js';

const TYPE = 'multipart/form-data; boundary=XX';
const LIMITS = { bytes: 100_000 };

const part = (head: string, body: string): string =>
  `--XX\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const field = (name: string, value: string): string => part(`name="${name}"`, value);
const file = (content: string, name = 'file'): string =>
  part(`name="${name}"; filename="a.csv"`, content);
const END = '--XX--\r\n';

const requestOf = (type: string, ...chunks: ReadonlyArray<string>) => {
  const stream = Object.assign(new PassThrough(), { headers: { 'content-type': type } });
  for (const chunk of chunks) stream.write(chunk);
  return stream;
};

/** What a form is read as: its fields and the text of its file, or why it is refused. */
const read = async (body: string, type = TYPE, isBroken = false): Promise<unknown> => {
  const request = requestOf(type, body);
  if (isBroken) request.destroy();
  else request.end();
  const ctx = { req: request as unknown as IncomingMessage, request: {} as Request };
  const found = await readFormWithFile(ctx, LIMITS);
  if (E.isLeft(found)) return found.left._tag;
  const { form, file: sent } = found.right;
  let text: string | undefined;
  try {
    if (sent !== undefined) {
      text = '';
      for await (const chunk of sent.bytes) text += Buffer.from(chunk).toString();
    }
  } catch {
    text = 'broken';
  }
  const whole = await sent?.end();
  if (whole !== undefined && E.isLeft(whole)) return whole.left._tag;
  return { fields: Object.fromEntries(form), name: sent?.name, text };
};

test('the fields and the file of a form are read as they were sent', async (t) => {
  const long = 'line\r\n'.repeat(10_000);
  t.deepEqual(await read(field('a', 'नमस्ते') + field('b', '') + file(long) + END), {
    fields: { a: 'नमस्ते', b: '' },
    name: 'a.csv',
    text: long,
  });
  t.deepEqual(await read(field('a', '1') + END), {
    fields: { a: '1' },
    name: undefined,
    text: undefined,
  });
});

test('a reader that has seen enough may stop, and the rest of the form is read all the same', async (t) => {
  const request = requestOf(TYPE, file('x'.repeat(90_000)) + END);
  request.end();
  const ctx = { req: request as unknown as IncomingMessage, request: {} as Request };
  const found = await readFormWithFile(ctx, LIMITS);
  const sent = E.isRight(found) ? found.right.file : undefined;
  for await (const chunk of sent?.bytes ?? []) {
    t.true(chunk.length > 0);
    break;
  }
  t.deepEqual(await sent?.end(), E.right(undefined));
});

test('fields are known before the file has come', async (t) => {
  const request = requestOf(TYPE, field('a', '1'), file('the beginning'));
  const ctx = { req: request as unknown as IncomingMessage, request: {} as Request };
  const found = await readFormWithFile(ctx, LIMITS);
  t.true(E.isRight(found));
  if (E.isLeft(found)) return;
  t.is(found.right.form.get('a'), '1');
  found.right.close();
});

for (const [what, body, tag] of [
  ['two files', file('1') + file('2') + END, 'InvalidInput'],
  ['a file in another field', file('1', 'other') + END, 'InvalidInput'],
  ['a field behind the file', file('1') + field('a', '1') + END, 'InvalidInput'],
  ['a field twice', field('a', '1') + field('a', '2') + file('1') + END, 'InvalidInput'],
  ['a long field', field('a', 'x'.repeat(20_000)) + file('1') + END, 'InvalidInput'],
  [
    'too many fields',
    Array.from({ length: 17 }, (_, n) => field(`f${String(n)}`, '1')).join('') + END,
    'InvalidInput',
  ],
  ['no end', file('1'), 'InvalidInput'],
  ['an end within the file', '--XX\r\nContent-Disposition: form-data; name="fi', 'InvalidInput'],
  ['nothing', '', 'InvalidInput'],
  ['something else', 'a=1&b=2', 'InvalidInput'],
  ['a long file', file('x'.repeat(100_001)) + END, 'PayloadTooLarge'],
  ['a long preamble', 'x'.repeat(200_000) + file('1') + END, 'PayloadTooLarge'],
] as const) {
  test(`a form with ${what} is refused`, async (t) => {
    t.is(await read(body), tag);
  });
}

test('a form without a boundary is refused', async (t) => {
  t.is(await read(file('1') + END, 'multipart/form-data'), 'InvalidInput');
});

test('a form whose connection breaks is refused', async (t) => {
  t.is(await read(file('1'), TYPE, true), 'InvalidInput');
});

test('a form is one with a file if its type says so', (t) => {
  for (const [type, is] of [
    [TYPE, true],
    ['Multipart/Form-Data;boundary=x', true],
    ['multipart/form-data', true],
    ['multipart/form-database; boundary=x', false],
    ['application/x-www-form-urlencoded', false],
  ] as const) {
    const request = requestOf(type);
    t.is(isMultipart({ req: request as unknown as IncomingMessage }), is, type);
  }
});
