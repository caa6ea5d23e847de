import test from 'ava';
import fc from 'fast-check';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { jobId, rowId, uuidV7 } from '../../../kernel/values/uuid.js';
import { bankRefOf, transactionOf } from './bank-ref.js';

const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const transactionId = fc.oneof(
  fc.tuple(moment, random).map(([at, bytes]) => uuidV7(at, bytes) as TransactionId),
  fc
    .tuple(moment, random, fc.nat({ max: 19_999 }))
    .map(([at, bytes, row]) => rowId(jobId(at, bytes), row)),
);

test('a reference names exactly the payout that it was made of', (t) => {
  fc.assert(
    fc.property(transactionId, (id) => {
      t.is(transactionOf(bankRefOf(id)), id);
      t.is(bankRefOf(id), bankRefOf(id));
    }),
  );
});

test('a reference is 33 capital letters and digits, which every rail carries', (t) => {
  fc.assert(
    fc.property(transactionId, (id) => {
      t.regex(bankRefOf(id), /^[A-Z0-9]{33}$/);
    }),
  );
});

test('a reference that is not ours names no payout', (t) => {
  const ref = bankRefOf(uuidV7(1, new Uint8Array(10)) as TransactionId);

  for (const other of [
    '',
    ref.toLowerCase(),
    ref.slice(1),
    `${ref}0`,
    ` ${ref}`,
    `${ref}\n`,
    ref.replace('H', 'X'),
    `${ref.slice(0, 13)}4${ref.slice(14)}`,
    'H'.repeat(33),
    'H'.repeat(100_000),
  ]) {
    t.is(transactionOf(other), undefined);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const id = transactionOf(text);
      t.true(id === undefined || bankRefOf(id) === text);
    }),
  );
});
