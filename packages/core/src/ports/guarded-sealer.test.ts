import test from 'ava';
import { makeGuardedSealer } from './guarded-sealer.js';
import { openAllKept, openKept } from './open-kept.js';
import { SealerAway } from './sealer-away.js';
import type { Sealer } from './sealer.js';

const CAUSE = new Error('no KMS answers');

const away = makeGuardedSealer({
  seal: () => Promise.reject(CAUSE),
  open: () => {
    throw CAUSE;
  },
  isCurrent: () => Promise.reject(CAUSE),
});

const prefixing = (more: Partial<Sealer> = {}): Sealer => ({
  seal: async (secret, context) => `${context} ${secret}`,
  open: async (sealed, context) =>
    sealed.startsWith(`${context} `) ? sealed.slice(context.length + 1) : undefined,
  isCurrent: async () => true,
  ...more,
});

test('whatever a sealer rejects with, it is away, and the cause is kept', async (t) => {
  const asks: ReadonlyArray<() => Promise<unknown>> = [
    () => away.seal('secret', 'a'),
    () => away.open('a secret', 'a'),
    () => away.openMany([{ sealed: 'a secret', context: 'a' }]),
    () => away.isCurrent('a secret'),
  ];
  for (const ask of asks) {
    const error = await t.throwsAsync(ask, { instanceOf: SealerAway });
    t.is(error.cause, CAUSE);
  }
});

test('several texts are opened in their order, by one call where the sealer has one', async (t) => {
  const texts = [
    { sealed: 'a one', context: 'a' },
    { sealed: 'b two', context: 'a' },
    { sealed: 'a three', context: 'a' },
  ];
  let calls = 0;
  const atOnce = prefixing({
    openMany: async (all) => {
      calls += 1;
      return all.map(({ sealed }) => sealed.toUpperCase());
    },
  });

  t.deepEqual(await makeGuardedSealer(prefixing()).openMany(texts), ['one', undefined, 'three']);
  t.deepEqual(await makeGuardedSealer(atOnce).openMany(texts), ['A ONE', 'B TWO', 'A THREE']);
  t.is(calls, 1);
});

test('what the database keeps must open, and the error names its purpose, not its text', async (t) => {
  const sealer = makeGuardedSealer(prefixing());
  const lost = { sealed: 'b two', context: 'webhook/1' };
  const expected = { name: 'KeptTextLost', message: /"webhook\/1" does not open/ };

  t.is(await openKept(sealer, { sealed: 'a one', context: 'a' }), 'one');
  t.deepEqual(await openAllKept(sealer, []), []);
  await t.throwsAsync(openKept(sealer, lost), expected);
  const error = await t.throwsAsync(
    openAllKept(sealer, [{ sealed: 'a one', context: 'a' }, lost]),
    expected,
  );
  t.notRegex(error.message, /b two/);
});
