import test from 'ava';
import fc from 'fast-check';
import { plainSealer as sealer } from '../../ports/plain-sealer.test.data.js';
import { TENANT } from '../../samples.test.data.js';
import {
  accountOf,
  ACCOUNTS_MAX,
  CHALLENGE_ENTROPY_BYTES,
  distinctCodes,
  newChallenge,
  sealChallengeKey,
  sharing,
  type Account,
} from './login-code.js';

/** A new challenge, its key sealed. */
const aChallenge = async (bytes: Uint8Array, ...about: Rest) =>
  newChallenge({ sealedKey: await sealChallengeKey(sealer, bytes), random: bytes }, ...about);

type Rest = Parameters<typeof newChallenge> extends [unknown, ...infer R] ? R : never;

const random = fc.uint8Array({
  minLength: CHALLENGE_ENTROPY_BYTES,
  maxLength: CHALLENGE_ENTROPY_BYTES,
});
const accounts = fc.integer({ min: 0, max: ACCOUNTS_MAX }).map((count): ReadonlyArray<Account> =>
  Array.from({ length: count }, (_, n) => ({
    tenant: TENANT,
    userId: `u-${String(n)}` as Account['userId'],
  })),
);
const kinds = fc.constantFrom('short' as const, 'long' as const);
const about = { addressKey: 'a', sequence: 1, createdAt: 1, expiresAt: 2 };

test('codes have six or 18 digits, and no two of one challenge are equal, for every random draw', (t) => {
  const loaded = new Uint8Array(ACCOUNTS_MAX * 16);
  t.is(new Set(distinctCodes(loaded, ACCOUNTS_MAX, 'short')).size, ACCOUNTS_MAX);
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: loaded.length, maxLength: loaded.length }),
      kinds,
      (bytes, kind) => {
        const codes = distinctCodes(bytes, ACCOUNTS_MAX, kind);
        const shape = kind === 'short' ? /^[0-9]{6}$/ : /^[0-9]{18}$/;
        return new Set(codes).size === ACCOUNTS_MAX && codes.every((one) => shape.test(one));
      },
    ),
  );
});

test('each code is for its own account', async (t) => {
  await fc.assert(
    fc.asyncProperty(random, accounts, kinds, async (bytes, people, kind) => {
      const { challenge, codes } = await aChallenge(bytes, people, kind, about);
      for (const one of [challenge, sharing(bytes, challenge, about)])
        t.deepEqual(await Promise.all(codes.map((code) => accountOf(sealer, one, code))), [
          ...people,
        ]);
    }),
    { numRuns: 30 },
  );
});

test('no other code fits, and a challenge without a user has no code', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      random,
      accounts,
      fc.integer({ min: 0, max: 999_999 }),
      async (bytes, people, n) => {
        const { challenge, codes } = await aChallenge(bytes, people, 'short', about);
        const guess = String(n).padStart(6, '0');
        return codes.includes(guess) || (await accountOf(sealer, challenge, guess)) === undefined;
      },
    ),
  );
  t.pass();
});

test('a code is kept as a hash that belongs to its challenge and its account', async (t) => {
  const bytes = new Uint8Array(CHALLENGE_ENTROPY_BYTES).fill(7);
  const one = { tenant: TENANT, userId: 'u-1' as Account['userId'] };
  const { challenge, codes } = await aChallenge(bytes, [one], 'short', about);
  const [code = ''] = codes;
  const moved = {
    ...challenge,
    codes: challenge.codes.map((kept) => ({ ...kept, userId: 'u-2' as Account['userId'] })),
  };

  t.false(JSON.stringify(challenge.codes).includes(code));
  t.is(await accountOf(sealer, moved, code), undefined);
  await t.throwsAsync(accountOf(sealer, { ...challenge, challengeId: 'lc_other' }, code));
});
