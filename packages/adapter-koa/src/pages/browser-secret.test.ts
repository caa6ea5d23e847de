import test from 'ava';
import type { Context } from 'koa';
import { baseUrlOf } from './base-url.js';
import { secretIn, setCookie } from './browser-secret.js';

const SECRET = { name: 'pcs_1', value: 'abc', seconds: 60 };

const withCookies = (cookies: Readonly<Record<string, string>>): Context =>
  ({ cookies: { get: (name: string) => cookies[name] } }) as unknown as Context;

for (const [publicUrl, cookie] of [
  [
    'https://pay.bank.example',
    '__Host-pcs_1=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  ],
  [
    'https://bank.example/hundi/',
    '__Host-pcs_1=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  ],
  [
    'http://pay.bank.example',
    '__Host-pcs_1=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  ],
  ['http://localhost:3000', 'pcs_1=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'],
  ['http://127.0.0.1:3000', 'pcs_1=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'],
  ['http://[::1]:3000', 'pcs_1=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax'],
] as const) {
  test(`at ${publicUrl} a browser keeps ${cookie}`, (t) => {
    t.is(setCookie(SECRET, baseUrlOf(publicUrl)), cookie);
  });
}

test('a secret is found under its own name only', (t) => {
  const base = baseUrlOf('https://pay.bank.example');
  t.is(secretIn(withCookies({ '__Host-pcs_1': 'abc' }), base, 'pcs_1'), 'abc');
  t.is(secretIn(withCookies({ pcs_1: 'abc' }), base, 'pcs_1'), undefined);
  t.is(secretIn(withCookies({ '__Host-pcs_1': 'abc' }), base, 'pcs_2'), undefined);
  t.is(secretIn(withCookies({ '__Host-': 'abc' }), base, ''), undefined);
  t.is(secretIn(withCookies({}), base, undefined), undefined);
});

test("the prefix of the pages' paths is taken from the address, without a trailing slash", (t) => {
  t.is(baseUrlOf('https://bank.example/hundi/').path, '/hundi');
  t.is(baseUrlOf('https://bank.example').path, '');
  t.is(baseUrlOf('https://bank.example:8443/').origin, 'https://bank.example:8443');
});
