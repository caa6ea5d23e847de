import { E } from '@hundi/core';
import test from 'ava';
import fc from 'fast-check';
import { cutText, fitting, lengthOf, SWIFT_X, XML_CHARACTERS } from './fit-text.js';

const latin = fitting({ allowed: SWIFT_X });

test('a text of letters that the bank takes stays as it is', (t) => {
  t.deepEqual(latin('Sharma Steel (Pune), 12/7'), E.right('Sharma Steel (Pune), 12/7'));
  t.deepEqual(latin(''), E.right(''));
});

test('a Latin letter loses its accents, however they are encoded, unless the guide forbids it', (t) => {
  const strict = fitting({ allowed: SWIFT_X, dropsAccents: false });

  for (const text of ['Zoë', 'Zoe\u0308']) {
    t.deepEqual(latin(text), E.right('Zoe'));
    t.deepEqual(strict(text), E.left('Zoë'.normalize().at(-1) ?? ''));
  }
});

test('a name in Tamil or Devanagari is refused by its first letter, with its signs', (t) => {
  t.deepEqual(latin('குமார்'), E.left('கு'));
  t.deepEqual(latin('Ram शर्मा'), E.left('श'));
});

test('a letter is written as the table of the guide says, with its signs or by its parts', (t) => {
  const table = fitting({
    allowed: SWIFT_X,
    replacements: { கு: 'ku', மா: 'maa', ர்: 'r', '&': ' and ', ß: 'ss' },
  });

  t.deepEqual(table('குமார்'), E.right('kumaar'));
  t.deepEqual(table('A & Groß'), E.right('A  and  Gross'));
  t.deepEqual(table('மு'), E.left('மு'));
});

test('a letter of which the table knows only a part is not written in half', (t) => {
  const table = fitting({ allowed: SWIFT_X, replacements: { க: 'ka' } });

  t.deepEqual(table('க'), E.right('ka'));
  t.deepEqual(table('கு'), E.left('கு'));
});

test('any other letter becomes what the guide says, once for the whole letter', (t) => {
  const table = fitting({ allowed: SWIFT_X, otherwise: '.' });

  t.deepEqual(table('கு<👨‍👩‍👧>'), E.right('....'));
});

test('names of members of objects are no replacements', (t) => {
  t.deepEqual(fitting({ allowed: 'a', replacements: {} })('constructor'), E.left('c'));
});

test('a rule that allows what no message may hold is refused', (t) => {
  for (const allowed of ['\\s\\S', 'a-z\\n', '\\0-z', '\\u{d800}-\\u{dfff}', 'a\\u{ffff}'])
    t.throws(() => fitting({ allowed }), { instanceOf: RangeError }, allowed);
  t.notThrows(() => fitting({ allowed: XML_CHARACTERS }));
});

test('a rule that writes what it does not allow is refused', (t) => {
  t.throws(() => fitting({ allowed: 'a-z', replacements: { é: 'E' } }), {
    message: /"E" for "é"/,
  });
  t.throws(() => fitting({ allowed: 'a-z', otherwise: '?' }), { instanceOf: RangeError });
});

test('whatever comes in, what goes out is taken by the bank', (t) => {
  const rule = fitting({ allowed: SWIFT_X, replacements: { '&': '+' }, otherwise: '.' });

  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const fitted = rule(text);
      t.true(E.isRight(fitted) && /^[A-Za-z0-9 /?:().,'+-]*$/.test(fitted.right));
    }),
  );
});

test('a cut text ends with a whole letter', (t) => {
  t.is(cutText('குமார்', 3), 'கு');
  t.is(cutText('குமார்', 4), 'குமா');
  t.is(cutText('a👨‍👩‍👧b', 4), 'a');
  t.is(cutText('ab cd', 3), 'ab');
  t.is(cutText('ab', 2), 'ab');
});

test('a cut text is a beginning of the text, and as long as it may be', (t) => {
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const cut = cutText(text, max);
      t.true(text.startsWith(cut));
      t.true(lengthOf(cut) <= max);
      const ends = [...letters.segment(text)].map(({ index }) => index);
      t.true([...ends, text.length].includes(cut.length) || text.slice(cut.length).startsWith(' '));
    }),
  );
});

test('a character beyond the first plane counts once, as in XML', (t) => {
  t.is(lengthOf('a𝐀b'), 3);
});
