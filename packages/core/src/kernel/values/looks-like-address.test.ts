import test from 'ava';
import { looksLikeAddress } from './looks-like-address.js';

for (const text of [
  'https://evil.example/pay',
  'HTTP://1.2.3.4',
  'pay at evil.example now',
  'evil.example/x?y',
  'www evil',
  '//evil',
  'mail a@evil.example',
  'evil\uff0eexample',
  'evil\u3002example',
  'bücher.example',
  'пример.рф',
  'a.xn--p1ai',
  '10.0.0.1',
])
  test(`${JSON.stringify(text)} looks like an address`, (t) => {
    t.true(looksLikeAddress(text));
  });

for (const text of [
  '',
  'Consulting',
  'A pair of shoes. Size 42.',
  'INV/24-25/0017',
  'ORDER-1.2_b',
  'approx. 3.5 kg, e.g. rice',
  'मार्च का किराया',
])
  test(`${JSON.stringify(text)} looks like no address`, (t) => {
    t.false(looksLikeAddress(text));
  });
