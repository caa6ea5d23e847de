import test from 'ava';
import type { Context } from 'koa';
import { keptBody } from './kept-body.js';

/** A request whose body a parser has read. */
const read = (members: { readonly req?: object; readonly request?: object }) =>
  keptBody({
    req: { headers: { 'content-length': '3' }, readableEnded: true, ...members.req },
    request: { ...members.request },
  } as unknown as Pick<Context, 'req' | 'request'>);

for (const [where, keep] of [
  ["Koa's request", (rawBody: unknown) => ({ request: { rawBody } })],
  ["Node's request", (rawBody: unknown) => ({ req: { rawBody } })],
] as const) {
  test(`the bytes that a parser kept on ${where} are taken without a copy`, (t) => {
    const whole = new Uint8Array([0, 91, 49, 93, 0]);
    const kept = read(keep(whole.subarray(1, 4)));
    t.is(kept?.toString(), '[1]');
    t.is(kept?.buffer, whole.buffer);
  });

  test(`text that a parser kept on ${where} is taken as UTF-8`, (t) => {
    t.is(read(keep('"क"'))?.toString(), '"क"');
  });
}

test('a body that is kept nowhere is an error that says where a parser may keep it', (t) => {
  t.throws(() => read({}), { name: 'BodyAlreadyRead', message: /rawBody of the request/ });
});
