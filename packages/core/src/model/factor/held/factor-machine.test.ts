import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { NOW } from '../../../samples.test.data.js';
import { stepFactor, type FactorCommand } from './factor-machine.js';
import type { Factor } from './factor.js';

const app = (state: Factor['state'], more: Partial<Factor> = {}): Factor =>
  ({
    factorId: 'f_1',
    kind: 'totp',
    name: 'Phone',
    state,
    revision: 2,
    createdAt: NOW,
    sealedSecret: 's',
    ...more,
  }) as Factor;

const passkey = (counter: number): Factor =>
  ({
    ...app('active'),
    kind: 'passkey',
    challenge: 'c',
    credential: { credentialId: 'id', publicKey: 'k', counter },
  }) as unknown as Factor;

const wordOf = (factor: Factor, command: FactorCommand): string => {
  const stepped = stepFactor(factor, command);
  return E.isLeft(stepped) ? stepped.left._tag : stepped.right.state;
};

const at = NOW;
const waits = { waitsUntil: NOW + 9, changeId: 'sc_1' };
const confirm = { type: 'confirm', at, proved: { step: 7 }, ...waits } as const;

test('a factor is active only after its own proof and an approval, each in time', (t) => {
  const enrolled = app('enrolled', { expiresAt: NOW + 1 });
  t.is(wordOf(enrolled, { type: 'approve', at }), 'WrongFactorState');
  t.is(wordOf(enrolled, { ...confirm, at: NOW + 1 }), 'WrongFactorState');
  const waiting = stepFactor(enrolled, confirm);
  const { waitsUntil: expiresAt, changeId } = waits;
  t.like(waiting, { right: { state: 'waiting', lastStep: 7, expiresAt, changeId, revision: 3 } });
  if (E.isLeft(waiting)) return;
  t.is(wordOf(waiting.right, { type: 'use', at, learnt: { step: 8 } }), 'WrongFactorState');
  t.is(wordOf(waiting.right, { type: 'approve', at: NOW + 9 }), 'WrongFactorState');
  const active = stepFactor(waiting.right, { type: 'approve', at: NOW + 8 });
  t.like(active, { right: { state: 'active', revision: 4 } });
  t.false(E.isRight(active) && ('expiresAt' in active.right || 'changeId' in active.right));
});

test('a proof of another kind proves nothing', (t) => {
  const credential = { credentialId: 'id', publicKey: 'k', counter: 0 };
  const proved = { credential };
  t.is(wordOf(app('enrolled'), { ...confirm, proved }), 'WrongFactor');
  t.is(wordOf(app('active'), { type: 'use', at, learnt: { counter: 9 } }), 'WrongFactor');
  t.is(wordOf(passkey(0), { type: 'use', at, learnt: { step: 9 } }), 'WrongFactor');
});

test('a code is used once: its half minute and every earlier one is over with it', (t) => {
  const use = (lastStep: number, step: number) =>
    wordOf(app('active', { lastStep }), { type: 'use', at, learnt: { step } });
  t.deepEqual(
    [6, 7, 8].map((step) => use(7, step)),
    ['WrongFactor', 'WrongFactor', 'active'],
  );
});

test('a passkey that counts may not stand still or go back; one that never counted may', (t) => {
  const use = (before: number, counter: number) =>
    wordOf(passkey(before), { type: 'use', at, learnt: { counter } });
  t.deepEqual(
    [use(5, 6), use(5, 5), use(5, 4), use(5, 0)],
    ['active', 'PasskeyCopied', 'PasskeyCopied', 'PasskeyCopied'],
  );
  t.deepEqual([use(0, 0), use(0, 1)], ['active', 'active']);
});

test('nothing leads on from a factor that was removed', (t) => {
  t.is(wordOf(app('active'), { type: 'remove', at }), 'removed');
  for (const command of [
    confirm,
    { type: 'approve', at },
    { type: 'remove', at },
    { type: 'use', at, learnt: { step: 9 } },
  ] as const)
    t.is(wordOf(app('removed'), command), 'WrongFactorState');
});
