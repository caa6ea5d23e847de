import { E, inProcessRateLimiter } from '@hundi/core';
import test from 'ava';
import { limitBadKeys } from './bad-keys.js';

const GOOD = 'pak_good_secret';

/** A network that sends keys, and how often the storage was asked about them. */
const network = () => {
  let now = 0;
  let isRevoked = false;
  let asked = 0;
  const limiter = inProcessRateLimiter({ reads: 1, writes: 1, logins: 1 }, { now: () => now });
  const identify = limitBadKeys(limiter, () => now);
  const send = async (key: string, from = '192.0.2.1') => {
    const found = await identify(
      key,
      () => from,
      async () => {
        asked += 1;
        return key === GOOD && !isRevoked
          ? E.right({ keyId: 'good' })
          : E.left({ _tag: 'InvalidKey' as const });
      },
    );
    return E.isRight(found) ? 'good' : found.left._tag;
  };
  return {
    send,
    asked: () => asked,
    revoke: () => {
      isRevoked = true;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
};

const guess = async ({ send }: ReturnType<typeof network>, times: number): Promise<void> => {
  for (let i = 0; i < times; i += 1) await send(`pak_bad_${String(i)}`);
};

test("after a minute's worth of bad keys the storage is asked about no more of them", async (t) => {
  const from = network();
  await guess(from, 10_000);

  t.is(from.asked(), 61);
  t.is(await from.send('pak_bad_x'), 'RateLimited');
  t.is(await from.send('pak_bad_x', '192.0.2.2'), 'InvalidKey');
  from.pass(1_000);
  t.is(await from.send('pak_bad_x'), 'InvalidKey');
});

test('a key that was good before stays good when its network sends bad keys', async (t) => {
  const from = network();
  await from.send(GOOD);
  await guess(from, 1_000);

  t.is(await from.send(GOOD), 'good');
  t.is(await from.send(`${GOOD}x`), 'RateLimited');
});

test('a good key that a process does not know yet gets in while its network sends bad keys', async (t) => {
  const from = network();
  await guess(from, 1_000);
  const answers: string[] = [];
  for (let tenths = 0; tenths < 5; tenths += 1) {
    for (let i = 0; i < 100; i += 1) {
      from.pass(1);
      await from.send(`pak_bad_${String(tenths)}x${String(i)}`);
      await from.send('pak_revoked_1');
    }
    answers.push(await from.send(GOOD));
  }

  t.deepEqual(answers, ['RateLimited', 'good', 'good', 'good', 'good']);
  t.true(from.asked() < 70, String(from.asked()));
});

test('of keys that come again and again from a blocked network the storage is asked about ten a second', async (t) => {
  const from = network();
  await guess(from, 1_000);
  const before = from.asked();
  for (let ms = 0; ms < 10_000; ms += 1) {
    from.pass(1);
    await from.send(`pak_bad_${String(ms)}`);
    await from.send(`pak_bad_${String(ms)}`);
  }

  t.true(from.asked() - before <= 110, String(from.asked() - before));
});

test('a key that was revoked counts like every other bad key', async (t) => {
  const from = network();
  await from.send(GOOD);
  from.revoke();
  for (let i = 0; i < 1_000; i += 1) await from.send(GOOD);

  t.is(await from.send(GOOD), 'RateLimited');
  t.true(from.asked() < 100);
});
