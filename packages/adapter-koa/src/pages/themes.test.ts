import test from 'ava';
import { refusalPage, REFUSALS } from './refusal-page.js';
import { ENGLISH_FRAME } from './texts/english-frame.js';
import { presses } from './themes.js';

const PAGE = refusalPage(REFUSALS.absent, ENGLISH_FRAME);
const LOGO = 'data:image/png;base64,iVBORw0KGgo=';

const pressFor = presses({
  theme: { name: 'Everybody' },
  themes: {
    blue: { name: 'Blue & Sons Bank', colours: { action: '#003366' } },
    red: { name: 'Red Bank', logo: LOGO, supportPhone: '1800 123-4567' },
  },
});

test('a bank with a theme has its pages in that theme, other banks in the default one', (t) => {
  const { html } = pressFor('blue')(PAGE);
  t.true(html.includes('<title>This page does not exist · Blue &amp; Sons Bank</title>'));
  t.true(html.includes('--action:#003366'));
  for (const other of [undefined, 'green', '__proto__'])
    t.true(pressFor(other)(PAGE).html.includes('<span class="bank">Everybody</span>'), other);
});

test('pictures are allowed where there is one', (t) => {
  const policyOf = (bank: string) => pressFor(bank)(PAGE).headers['Content-Security-Policy'] ?? '';
  t.true(pressFor('red')(PAGE).html.includes(`<img src="${LOGO}"`));
  t.true(policyOf('red').includes('; img-src data:;'));
  t.false(policyOf('blue').includes('img-src'));
});

test('a page that offers help names the bank to ask, and its phone number if it has one', (t) => {
  const call = 'Call Red Bank: <a class="left" href="tel:18001234567">1800 123-4567</a>';
  t.true(pressFor('red')(PAGE).html.includes(call));
  t.true(pressFor('blue')(PAGE).html.includes('Do you need help? Ask Blue &amp; Sons Bank.'));
  for (const bank of ['red', 'blue'])
    t.false(pressFor(bank)({ ...PAGE, offersHelp: false }).html.includes('Do you need help?'));
});

test('one bank that cannot be read stops all of them', (t) => {
  t.throws(
    () =>
      presses({
        theme: { name: 'Everybody' },
        themes: { pale: { name: 'Pale Bank', colours: { header: '#eeeeee' } } },
      }),
    { message: /"Pale Bank": onHeader on header/ },
  );
});
