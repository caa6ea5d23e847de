import test from 'ava';
import fc from 'fast-check';
import { contrast, CONTRAST_OF_TEXT, isColour, type Colour } from './contrast.js';
import { INKS } from './stylesheet.js';
import { checkedTheme, GROUNDS } from './theme.js';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n): Colour => `#${n.toString(16).padStart(6, '0')}`);

test('contrast is that of WCAG', (t) => {
  t.is(contrast('#000000', '#ffffff'), 21);
  t.is(contrast('#0b5cab', '#0b5cab'), 1);
  t.is(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  t.is(contrast('#767676', '#ffffff').toFixed(2), '4.54');
});

test('contrast does not depend on which colour is the text', (t) => {
  fc.assert(fc.property(colour, colour, (a, b) => contrast(a, b) === contrast(b, a)));
  t.pass();
});

test('a theme is either readable in every pair of its colours, or refused', (t) => {
  fc.assert(
    fc.property(colour, colour, colour, colour, (header, onHeader, action, onAction) => {
      const readable =
        contrast(header, onHeader) >= CONTRAST_OF_TEXT &&
        contrast(action, onAction) >= CONTRAST_OF_TEXT &&
        contrast(action, GROUNDS.page) >= CONTRAST_OF_TEXT;
      const theme = { name: 'Demo Bank', colours: { header, onHeader, action, onAction } };
      try {
        checkedTheme(theme);
        return readable;
      } catch {
        return !readable;
      }
    }),
  );
  t.pass();
});

test('a support phone that is no telephone number is refused', (t) => {
  for (const supportPhone of ['', '12', 'help@bank.example', '"><script>', '1800 123 4567 x'])
    t.throws(
      () => checkedTheme({ name: 'Demo Bank', supportPhone }),
      { message: /supportPhone must be a phone number/ },
      supportPhone,
    );
  const supportPhone = '+91 (22) 1234-5678';
  t.is(checkedTheme({ name: 'Demo Bank', supportPhone }).supportPhone, supportPhone);
});

test('a refusal says which colours cannot be read', (t) => {
  t.throws(() => checkedTheme({ name: 'Demo Bank', colours: { action: '#ffcc00' } }), {
    message: /onAction on action has a contrast of 1\.5\d; text needs 4\.5/,
  });
  t.throws(() => checkedTheme({ name: 'Demo Bank', colours: { header: 'red' as Colour } }), {
    message: /header must be a colour/,
  });
});

test('a logo is a picture that is part of the page', (t) => {
  const logo = 'data:image/png;base64,iVBORw0KGgo=';
  t.is(checkedTheme({ name: 'Demo Bank', logo }).logo, logo);
  for (const other of [
    'https://bank.example/logo.png',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml,<svg/>',
    `data:image/png;base64,${'A'.repeat(21_000)}`,
  ])
    t.throws(() => checkedTheme({ name: 'Demo Bank', logo: other }), { message: /logo/ });
});

test('a bank has a name', (t) => {
  for (const name of ['', '  ', 'x'.repeat(201)])
    t.throws(() => checkedTheme({ name }), { message: /name/ });
});

test('texts that are the same for every bank are readable on every background', (t) => {
  for (const [name, ink] of Object.entries(INKS))
    for (const ground of Object.values(GROUNDS))
      t.true(contrast(ink, ground) >= CONTRAST_OF_TEXT, `${name} on ${ground}`);
});

test('a colour has six digits', (t) => {
  for (const text of ['#fff', '0b5cab', '#0b5cag', '#0b5cab;', 'red', '']) t.false(isColour(text));
  t.true(isColour('#0B5CAB'));
});
