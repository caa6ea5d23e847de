import { inspect } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import { decodeInput } from '../../../kernel/codecs/decode.js';
import { E } from '../../../kernel/fp.js';
import { Secret } from '../../../kernel/secrets/secret.js';
import { brandOf, HiddenCardForm, passesLuhn, readCard, type CardForm } from './card.js';

const NOW = Date.UTC(2026, 10, 20);

const read = (form: Partial<CardForm>, now = NOW) =>
  readCard(
    new Secret({
      number: '4242 4242 4242 4242',
      expiry: '12 / 34',
      cvc: '123',
      name: 'Asha Rao',
      ...form,
    }),
    now,
  );

const faultsOf = (form: Partial<CardForm>, now = NOW) => {
  const card = read(form, now);
  return E.isLeft(card) ? card.left.faults.map(({ field }) => field) : [];
};

for (const [number, brand] of [
  ['4242424242424242', 'visa'],
  ['4222222222222', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['2720990000000007', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6521111111111110', 'rupay'],
  ['6080320000000002', 'rupay'],
  ['8100000000000002', 'rupay'],
  ['5085000000000007', 'rupay'],
] as const) {
  test(`${number} is a card of ${brand}`, (t) => {
    t.is(brandOf(number), brand);
    const card = read({ number, ...(brand === 'amex' && { cvc: '1234' }) });
    if (E.isLeft(card)) return t.fail(JSON.stringify(card.left));
    t.deepEqual(card.right.shown, { brand, last4: number.slice(-4) });
    t.is(card.right.details.reveal().number, number);
  });
}

for (const number of [
  '',
  '4242',
  '4242424242424241',
  '42424242424242420',
  '4242-4242-4242-424x',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  '2720999999999995',
  '2221000000000000',
  '6011111111111117x',
  '30569309025904',
  '3530111333300000'.slice(0, 15),
  '5'.repeat(100_000),
  '4242 4242 4242 4242 4242 4242 4242 4242 4242 4242',
]) {
  test(`${JSON.stringify(number.slice(0, 24))} is no accepted card number`, (t) =>
    t.deepEqual(faultsOf({ number }), ['number']));
}

test('a number is read with spaces and hyphens between its digits', (t) => {
  t.deepEqual(faultsOf({ number: ' 4242-4242 4242\u00a04242 ' }), []);
});

for (const expiry of ['12/34', '1234', '12 / 2034', '1/34', '11 / 26']) {
  test(`${expiry} is an expiry date to come`, (t) => t.deepEqual(faultsOf({ expiry }), []));
}

for (const expiry of ['', '13/34', '00/34', '12', '12/3', '12-34', '10/26', 'ab/cd', '12/1934']) {
  test(`${JSON.stringify(expiry)} is no expiry date to come`, (t) =>
    t.deepEqual(faultsOf({ expiry }), ['expiry']));
}

test('a card is valid until its month has ended in the last place on earth', (t) => {
  const over = Date.UTC(2026, 11, 1, 12);
  t.deepEqual(faultsOf({ expiry: '11/26' }, over - 1), []);
  t.deepEqual(faultsOf({ expiry: '11/26' }, over), ['expiry']);
});

for (const [place, now] of [
  ['New York, 30 November, 23:50', Date.UTC(2026, 11, 1, 4, 50)],
  ['Honolulu, 30 November, 23:59', Date.UTC(2026, 11, 1, 9, 59)],
  ['Mumbai, 30 November, 23:59', Date.UTC(2026, 10, 30, 18, 29)],
] as const) {
  test(`a card of 11/26 is taken in ${place}`, (t) =>
    t.deepEqual(faultsOf({ expiry: '11/26' }, now), []));
}

test('the CVC of American Express has four digits, that of the others three', (t) => {
  t.deepEqual(faultsOf({ cvc: '1234' }), ['cvc']);
  t.deepEqual(faultsOf({ cvc: '12a' }), ['cvc']);
  t.deepEqual(faultsOf({ number: '378282246310005', cvc: '123' }), ['cvc']);
  t.deepEqual(faultsOf({ number: '378282246310005', cvc: '1234' }), []);
});

test('everything that is wrong is said at once, and nothing of it is repeated', (t) => {
  const card = read({ number: '4242424242424241', expiry: '99/99', cvc: '987654', name: '\u202e' });
  if (E.isRight(card)) return t.fail();

  t.deepEqual(
    card.left.faults.map(({ field }) => field),
    ['number', 'expiry', 'cvc', 'name'],
  );
  t.notRegex(JSON.stringify(card), /4242|99|987654|\u202e/);
});

test('a card that was read shows its brand and last four digits, however it is printed', (t) => {
  const shown = inspect(read({ cvc: '987' }), { depth: 9 }) + JSON.stringify(read({ cvc: '987' }));

  t.notRegex(shown, /424242|987|Asha/);
  t.regex(shown, /4242/);
});

test('a card form must be in a Secret, and what is wrong with one shows nothing of it', (t) => {
  const form = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Asha Rao' };
  const hidden = new Secret(form);

  t.deepEqual(decodeInput(HiddenCardForm, hidden), E.right(hidden));
  for (const faulty of [
    form,
    new Secret({ ...form, cvc: 123 }),
    new Secret(undefined),
    undefined,
  ]) {
    const refused = decodeInput(HiddenCardForm, faulty);
    t.like(refused, { left: { _tag: 'InvalidInput' } });
    t.notRegex(inspect(refused, { depth: 9 }), /4242|123|Asha/);
  }
});

test('one wrong digit, or two neighbours that changed places, is noticed', (t) => {
  const digit = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 12, maxLength: 18 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (digits, at, by) => {
        const check = Array.from({ length: 10 }, (_, n) => [...digits, n].join('')).find(
          passesLuhn,
        );
        if (check === undefined) return false;
        const i = at % check.length;
        const wrong = `${check.slice(0, i)}${String((Number(check[i]) + by) % 10)}${check.slice(i + 1)}`;
        return passesLuhn(check) && !passesLuhn(wrong);
      },
    ),
  );
  t.pass();
});
