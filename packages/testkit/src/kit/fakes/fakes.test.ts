import { jobId, uuidV7, UUID_ENTROPY_BYTES } from '@hundi/core';
import test from 'ava';
import { bankDirectory } from './bank-directory.js';
import { countingEntropy } from './counting-entropy.js';
import { fakeClock } from './fake-clock.js';
import { fakePacer } from './fake-pacer.js';
import { plainSealer } from './plain-sealer.js';

test('a fake clock stands still until it is moved', (t) => {
  const clock = fakeClock(1_000);
  t.is(clock.now(), 1_000);
  clock.advance(500);
  t.is(clock.now(), 1_500);
  clock.set(200);
  t.is(clock.now(), 200);
});

test('counting entropy makes no id twice, and the same ids in every run', (t) => {
  const ids = (seed: number): ReadonlyArray<string> => {
    const entropy = countingEntropy(seed);
    return Array.from({ length: 50_000 }, () => jobId(1, entropy.bytes(UUID_ENTROPY_BYTES)));
  };
  const first = ids(1);
  t.is(new Set(first).size, first.length);
  t.deepEqual(ids(1), first);
  t.notDeepEqual(ids(2), first);
  const entropy = countingEntropy();
  const uuids = Array.from({ length: 50_000 }, () => uuidV7(1, entropy.bytes(UUID_ENTROPY_BYTES)));
  t.is(new Set(uuids).size, uuids.length);
});

test('counting entropy uses every value of a byte about equally', (t) => {
  const entropy = countingEntropy();
  const seen = new Array<number>(256).fill(0);
  for (let i = 0; i < 4_000; i += 1) {
    for (const byte of entropy.bytes(32)) seen[byte] = (seen[byte] ?? 0) + 1;
  }
  t.true(Math.min(...seen) > 400 && Math.max(...seen) < 600);
});

test('a fake pacer releases waiters at a wake, and never holds one that a wake preceded', async (t) => {
  const pacer = fakePacer();
  await pacer.breathe();
  const seen = pacer.wakes();
  const idle = pacer.idle(undefined, seen);
  pacer.wake();
  await idle;
  await pacer.idle(undefined, seen);
  t.is(pacer.wakes(), seen + 1);
});

test('a fake pacer rings the alarms that were not called off, once, when the test says so', (t) => {
  const pacer = fakePacer();
  const rung: string[] = [];
  pacer.alarm(1, () => rung.push('first'));
  const callOff = pacer.alarm(1, () => rung.push('called off'));
  callOff();
  t.deepEqual(rung, []);
  pacer.ring();
  pacer.ring();
  t.deepEqual(rung, ['first']);
});

test('a sealed value opens in its own context, and not after a change', async (t) => {
  const sealer = plainSealer();
  const sealed = await sealer.seal('whsec_x', 'webhook/1');
  t.is(await sealer.open(sealed, 'webhook/1'), 'whsec_x');
  t.is(await sealer.open(sealed, 'webhook/2'), undefined);
  t.is(await sealer.open(sealed.replace('plain.', 'other.'), 'webhook/1'), undefined);
  t.is(await sealer.open(`${sealed}0`, 'webhook/1'), undefined);
  t.is(await sealer.open('', 'webhook/1'), undefined);
});

test('of several keys of a plain sealer the first seals, and any opens', async (t) => {
  const [old, both, after] = [plainSealer('old'), plainSealer('new', 'old'), plainSealer('new')];
  const sealed = await old.seal('whsec_x', 'webhook/1');
  t.is(await both.open(sealed, 'webhook/1'), 'whsec_x');
  t.is(await after.open(sealed, 'webhook/1'), undefined);
  t.deepEqual([await old.isCurrent(sealed), await both.isCurrent(sealed)], [true, false]);
  t.true(await after.isCurrent(await both.seal('whsec_x', 'webhook/1')));
});

test('the bank directory knows banks by their prefix, and nothing of others', (t) => {
  const banks = bankDirectory();
  t.is(banks.bankName('HDFC0000001'), 'HDFC Bank');
  t.is(banks.bankName('XXXX0000001'), '');
});
