import test from 'ava';
import { formToken, isFormToken, isFromOurPage } from './forgery.js';

const OURS = 'https://pay.bank.example';

for (const [what, headers, taken] of [
  ['a form of our page', { 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  [
    'a form of our page that tells its origin',
    { 'sec-fetch-site': 'same-origin', origin: OURS },
    true,
  ],
  ['a form in a browser that tells nothing', {}, true],
  ['a form in a browser that tells our origin', { origin: OURS }, true],
  [
    'a form of another site',
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    false,
  ],
  ['a form in a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null' }, false],
  [
    'a form of a neighbour',
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.bank.example' },
    false,
  ],
  ['a form that nobody pressed on a page', { 'sec-fetch-site': 'none' }, false],
  [
    'a form that contradicts itself',
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    false,
  ],
  ['a form of another site in an old browser', { origin: 'https://evil.example' }, false],
  ['our host by another scheme', { origin: 'http://pay.bank.example' }, false],
  ['our host at another port', { origin: `${OURS}:8443` }, false],
] as const) {
  test(`${what} is ${taken ? 'taken' : 'refused'}`, (t) => {
    t.is(isFromOurPage(headers, OURS), taken);
  });
}

test('a form token belongs to one secret and does not reveal it', (t) => {
  t.true(isFormToken(formToken('one'), 'one'));
  for (const sent of [undefined, '', 'one', formToken('two'), formToken('one').slice(1)])
    t.false(isFormToken(sent, 'one'));
});
