import test from 'ava';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { formToken } from './form/forgery.js';
import { PageForm } from './page-form.js';

const visit = (secret: string | undefined) => ({
  secret,
  href: (path: `/${string}`) => `/hundi${path}`,
});
const written = (secret: string | undefined) =>
  renderToString(h(PageForm, { visit: visit(secret), action: '/payout/a"b', children: '<b>' }));

test('a form is a POST below the public address, with the token of its browser', (t) => {
  t.is(
    written('secret'),
    `<form method="post" action="/hundi/payout/a&quot;b"><input type="hidden" name="form_token" value="${formToken('secret')}"/>&lt;b></form>`,
  );
});

test('a browser without a secret gets no token', (t) => {
  t.false(written(undefined).includes('form_token'));
});
