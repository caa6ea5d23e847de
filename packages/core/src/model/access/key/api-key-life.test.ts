import test from 'ava';
import fc from 'fast-check';
import {
  hasRoom,
  isLive,
  LIVE_OF_CORPORATE_MAX,
  mayAdd,
  retiresAt,
  type Mortal,
} from './api-key-life.js';

const DAY = 86_400_000;

const key = (overrides: Partial<Mortal> = {}): Mortal => ({
  name: 'erp',
  expiresAt: 100,
  ...overrides,
});

test('a key lives until it expires or is revoked, and the moment of either is too late', (t) => {
  t.true(isLive(key(), 99));
  t.false(isLive(key(), 100));
  t.false(isLive(key({ revokedAt: 50 }), 99));
  t.false(isLive(key({ revokedAt: 0 }), 99));
});

test('a name has room for two live keys; those of other names and dead ones take none', (t) => {
  const others = [
    key({ name: 'other' }),
    key({ name: 'other' }),
    key({ revokedAt: 1 }),
    key({ expiresAt: 50 }),
  ];

  t.true(hasRoom([], 'erp', 50));
  t.true(hasRoom([...others, key()], 'erp', 50));
  t.false(hasRoom([...others, key(), key()], 'erp', 50));
  t.true(hasRoom([key(), key()], 'ERP', 50));
});

test('a rotated key ends within a day, and never later than it would have', (t) => {
  const moment = fc.integer({ min: 0, max: 1_000 * DAY });
  fc.assert(
    fc.property(moment, moment, (expiresAt, now) => {
      const ends = retiresAt(key({ expiresAt }), now);
      t.is(ends, expiresAt - now < DAY ? expiresAt : now + DAY);
    }),
  );
});

test('a corporate makes a hundred live keys and no more, and may rotate each of them', (t) => {
  const full = Array.from({ length: LIVE_OF_CORPORATE_MAX }, (_, n) =>
    key({ name: `k-${String(n)}` }),
  );
  const [first, ...rest] = full;

  t.false(mayAdd(full, 'new', 50));
  t.true(mayAdd(rest, 'new', 50));
  t.true(mayAdd([key({ ...first, revokedAt: 1 }), ...rest], 'new', 50));
  t.true(hasRoom(full, 'k-0', 50));
});
