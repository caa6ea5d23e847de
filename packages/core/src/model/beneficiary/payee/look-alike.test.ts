import test from 'ava';
import fc from 'fast-check';
import { nameKey } from './beneficiary.js';
import { lookKey } from './look-alike.js';

const looksLike = (one: string, other: string): boolean =>
  nameKey(one) !== nameKey(other) && lookKey(one) === lookKey(other);

for (const [one, other] of [
  ['Sharma Steel', 'Sh\u0430rma Steel'],
  ['SHARMA', 'SH\u0410RM\u0391'],
  ['sharma', 'SH\u0410RMA'],
  ['Open Co', '\u041eре\u0578 \u0421о'],
  ['Iota', '\u0399οτα'],
  ['Rahim', 'R\u0430h\u0456m  '],
  ['Shiva Traders', 'Shi\u0475a T\u0433aders'],
  ['Global Co', 'Global \u03f9\u05e1'],
  ['Shiva Steel', '\u13da\uff48iva \ua4e2teel'],
  ['Om Co', '\u0966m C\u0ce6'],
] as const) {
  test(`${JSON.stringify(one)} and ${JSON.stringify(other)} look the same and are not`, (t) => {
    t.true(looksLike(one, other));
    t.true(looksLike(other, one));
  });
}

for (const [one, other] of [
  ['Sharma', 'Sharma'],
  ['Sharma', 'SHARMA '],
  ['Sharma', 'Sharmа Steel'],
  ['Шарма', 'Sharma'],
  ['शर्मा', 'Sharma'],
  ['Sharma', 'Verma'],
] as const) {
  test(`${JSON.stringify(one)} and ${JSON.stringify(other)} are one name, or look different`, (t) => {
    t.false(looksLike(one, other));
  });
}

test('no name looks like itself, in any case or normal form', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      t.false(looksLike(name, name));
      t.false(looksLike(name, name.normalize('NFD')));
      t.false(looksLike(name, name.toUpperCase()));
    }),
  );
});
