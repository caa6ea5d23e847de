import test from 'ava';
import fc from 'fast-check';
import { after, before, EVERY_UUID, isEmpty, uuidAt, uuidsWith, within } from './uuid-range.js';

const uuid = fc.uuid();

test('the UUIDs with a prefix are those whose text begins with it', (t) => {
  fc.assert(
    fc.property(uuid, uuid, fc.nat(36), (one, other, length) => {
      const prefix = one.slice(0, length);
      const range = uuidsWith(prefix);
      const inRange = range !== undefined && other >= range.first && other <= range.last;
      return inRange === other.startsWith(prefix) && range !== undefined && one >= range.first;
    }),
  );
  for (const none of ['g', '0-', '0'.repeat(9), `${EVERY_UUID.first}0`, 'A', ' ', '%'])
    t.is(uuidsWith(none), undefined, none);
});

test('the items before a part, in it and after it are the whole list, without overlap', (t) => {
  fc.assert(
    fc.property(uuid, uuid, uuid, (a, b, id) => {
      const part = a < b ? { first: a, last: b } : { first: b, last: a };
      const holding = [before(EVERY_UUID, part), part, after(EVERY_UUID, part)].filter(
        (range) => id >= range.first && id <= range.last,
      );
      return holding.length === 1;
    }),
  );
  t.true(isEmpty(before(EVERY_UUID, EVERY_UUID)));
  t.true(isEmpty(after(EVERY_UUID, EVERY_UUID)));
  t.true(isEmpty(within(before(EVERY_UUID, EVERY_UUID), EVERY_UUID)));
});

test('a moment outside the range of ids becomes the first or the last of them', (t) => {
  t.is(uuidAt(-1), EVERY_UUID.first);
  t.is(uuidAt(Date.UTC(2026, 0, 1)), '019b76da-a800-0000-0000-000000000000');
  t.is(uuidAt(1e300).slice(0, 13), EVERY_UUID.last.slice(0, 13));
});
