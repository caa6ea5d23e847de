import test from 'ava';
import fc from 'fast-check';
import { aBeneficiary } from '../../../samples.test.data.js';
import { E } from '../../../kernel/fp.js';
import { anApprovedBeneficiary } from '../../../samples.test.data.js';
import { Beneficiary, defaultAccount, nameKey } from './beneficiary.js';

for (const [a, b] of [
  ['Sharma Steel', 'SHARMA STEEL'],
  ['Sharma Steel', '  sharma \t steel '],
  ['Sharma Steel', 'Sharma\u00a0Steel'],
  ['Sharma Steel', 'Ｓｈａｒｍａ　Ｓｔｅｅｌ'],
  ['Groß', 'GROSS'],
  ['Fix', 'ﬁx'],
  ['Ångström', 'A\u030angstro\u0308m'],
  ['Zoë', 'Zoe\u0308'],
  ['K', '\u212a'],
  ['ſteel', 'STEEL'],
  ['ΟΔΟΣ', 'οδος'],
  ['Μαΐου', 'Μαΐου'.toUpperCase()],
  ['Ltd № 5', 'ltd no 5'],
  ['क्\u200dष', 'क्ष'],
  ['क्\u200cष', 'क्ष'],
  ['अवन്\u200d'.replace('अव', 'അവ').replace('न', 'ന'), 'അവൻ'],
  ['कर\u094d\u200dया', 'कऱ\u094dया'],
] as const) {
  test(`${JSON.stringify(a)} and ${JSON.stringify(b)} are one name`, (t) => {
    t.is(nameKey(a), nameKey(b));
  });
}

for (const [a, b] of [
  ['Sharma Steel', 'SharmaSteel'],
  ['Sharma Steel', 'Sharma Steels'],
  ['Zoë', 'Zoe'],
  ['शर्मा', 'शर्म'],
] as const) {
  test(`${JSON.stringify(a)} and ${JSON.stringify(b)} are two names`, (t) => {
    t.not(nameKey(a), nameKey(b));
  });
}

test('normal form, case and spaces around make no other name', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const key = nameKey(name);
      t.is(nameKey(name.normalize('NFD')), key);
      t.is(nameKey(name.normalize('NFKC')), key);
      t.is(nameKey(name.toUpperCase()), key);
      t.is(nameKey(` ${name}  `), key);
      t.is(nameKey(key), key);
    }),
    { numRuns: 1_000 },
  );
});

test('joiners make no other name, wherever they stand', (t) => {
  const letters = fc.constantFrom(...Array.from('कषरयनരലളണا ب'), '\u094d', '\u0d4d', '\u093f');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), fc.nat(12), (word, at) => {
      const [before, after] = [word.slice(0, at).join(''), word.slice(at).join('')];
      const key = nameKey(before + after);
      t.is(nameKey(`${before}\u200c${after}`), key);
      // After a virama it may write another letter, which is that letter's name.
      if (!/[\u094d\u0d4d]$/.test(before)) t.is(nameKey(`${before}\u200d${after}`), key);
      const joined = nameKey(`${before}\u200d${after}`);
      t.false(/[\u200c\u200d]/.test(joined));
      t.is(nameKey(joined), joined);
    }),
    { numRuns: 1_000 },
  );
});

test('the default account is the flagged one, else the first', (t) => {
  const [account] = aBeneficiary().accounts;
  t.truthy(account);
  if (account === undefined) return;
  const other = { ...account, accountId: 'other', isDefault: false };

  t.is(defaultAccount({ accounts: [other, account] }), account);
  t.is(defaultAccount({ accounts: [other, { ...other, accountId: 'last' }] }), other);
  t.throws(() => defaultAccount({ accounts: [] }));
});

test('a stored beneficiary comes back in the state that it is in', (t) => {
  for (const one of [
    aBeneficiary(),
    aBeneficiary({ email: 'a@b.example', category: 'steel' }),
    anApprovedBeneficiary(),
    anApprovedBeneficiary({ state: 'rejected', comment: 'unknown' }),
  ]) {
    t.deepEqual(Beneficiary.decode(JSON.parse(JSON.stringify(one))), E.right(one));
  }
});

test('an approved beneficiary without its checker does not decode', (t) => {
  t.true(E.isLeft(Beneficiary.decode(aBeneficiary({ state: 'approved' }))));
});
