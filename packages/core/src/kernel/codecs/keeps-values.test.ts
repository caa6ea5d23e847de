import test from 'ava';
import fc from 'fast-check';
import * as io from 'io-ts';
import { E } from '../fp.js';
import { keepsValues } from './keeps-values.js';
import { Metadata } from '../values/metadata.js';
import { Paise } from '../values/money.js';
import { AccountNumber, BeneId, Label, Name, Reference, Remark } from '../values/text.js';
import { Day } from '../values/time.js';

const CODECS: ReadonlyArray<io.Mixed> = [
  Paise,
  Day,
  Reference,
  AccountNumber,
  Name,
  Remark,
  Label,
  Metadata,
];

test('codecs of plain values keep them; those that change or strip what they take do not', (t) => {
  for (const codec of [io.string, Paise, Day, Reference, AccountNumber, Remark, Label, Metadata]) {
    t.true(keepsValues(codec), codec.name);
  }
  for (const codec of [BeneId, io.strict({ a: io.string }), io.array(io.string), io.unknown]) {
    t.false(keepsValues(codec), codec.name);
  }
});

test('every value that such a codec recognises decodes to itself', (t) => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string(), fc.integer(), fc.object());
  fc.assert(
    fc.property(value, (u) => {
      for (const codec of CODECS) {
        if (!codec.is(u)) continue;
        t.deepEqual(codec.decode(u), E.right(u), codec.name);
      }
    }),
  );
  t.pass();
});

test('text that is not in normal form is not recognised, so that it is brought to it', (t) => {
  t.false(Name.is('Zoe\u0308'));
  t.deepEqual(Name.decode('Zoe\u0308') as unknown, E.right('Zoë'));
});
