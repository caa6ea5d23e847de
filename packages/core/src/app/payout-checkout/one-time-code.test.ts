import test from 'ava';
import fc from 'fast-check';
import { E } from '../../kernel/fp.js';
import { MINUTE, SECOND } from '../../kernel/values/time.js';
import { plainSealer as sealer } from '../../ports/plain-sealer.test.data.js';
import { NOW } from '../../samples.test.data.js';
import {
  sendNextCode,
  stepCheckout,
} from '../../model/payout-checkout/session/checkout-machine.js';
import type { Choice } from '../../model/payout-checkout/session/choice.js';
import {
  CODE_ENTROPY_BYTES,
  isRight,
  liveCode,
  newCode,
  sealCodeKey,
  type CodeUse,
} from './one-time-code.js';
import type {
  OpenSession,
  PayoutCheckout,
} from '../../model/payout-checkout/session/payout-checkout.js';
import { aChoice, anOpenSession } from './sample-session.test.data.js';

type Rest = Parameters<typeof newCode> extends [unknown, ...infer R] ? R : never;

const use = (choice = aChoice()): CodeUse => ({ choice, email: 'maker@acme.example' });

/** A new code, its key sealed. */
const aCode = async (bytes: Uint8Array, ...[session, ...about]: Rest) =>
  newCode(
    { sealedKey: await sealCodeKey(sealer, bytes, session), random: bytes },
    session,
    ...about,
  );

const random = fc.uint8Array({ minLength: CODE_ENTROPY_BYTES, maxLength: CODE_ENTROPY_BYTES });

test('a code is right for its session and choice, and for nothing that differs in anything', async (t) => {
  const others: ReadonlyArray<readonly [string, OpenSession, Choice]> = [
    ...(
      [
        ['bankTenantId', 'other'],
        ['corporateTenantId', 'other'],
        ['makerUserId', 'u-other'],
        ['amount', 1_500_001],
        ['beneficiaryId', 'b-2'],
        ['beneficiaryAccountNumber', '123456780002'],
        ['reference', 'INV-2'],
      ] as const
    ).map(([name, value]) => [name, anOpenSession({ [name]: value }), aChoice()] as const),
    ...(
      [
        ['packageCode', 'SALARY'],
        ['debitAccountId', 'da-second'],
        ['paymentMethodCode', 'IMPS'],
      ] as const
    ).map(([name, value]) => [name, anOpenSession(), aChoice({ [name]: value })] as const),
  ];
  await fc.assert(
    fc.asyncProperty(random, async (bytes) => {
      const session = anOpenSession();
      const { code, sent } = await aCode(bytes, session, use(), NOW);
      const kept = { ...sent, number: 1, void: false };
      t.true(await isRight(sealer, session, kept, { use: use(), typed: code }));
      t.false(JSON.stringify(sent.hash).includes(code));
      for (const [name, other, choice] of others)
        t.false(await isRight(sealer, other, kept, { use: use(choice), typed: code }), name);
      const moved = { ...use(), email: 'other@acme.example' };
      t.false(await isRight(sealer, session, kept, { use: moved, typed: code }));
    }),
    { numRuns: 20 },
  );
  const elsewhere = anOpenSession({ sessionId: `pcs_${'1'.repeat(32)}` });
  const { code, sent } = await aCode(
    new Uint8Array(CODE_ENTROPY_BYTES),
    anOpenSession(),
    use(),
    NOW,
  );
  await t.throwsAsync(
    isRight(sealer, elsewhere, { ...sent, number: 1, void: false }, { use: use(), typed: code }),
  );
});

const CHOICES = [aChoice(), aChoice({ paymentMethodCode: 'IMPS' })];

type Move =
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'send'; readonly choice: number }
  | { readonly type: 'try'; readonly choice: number; readonly code: 'last' | 'first' | 'made up' };

const choice = fc.nat({ max: 1 });
const moves: fc.Arbitrary<ReadonlyArray<Move>> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('wait' as const),
      ms: fc.constantFrom(SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, -MINUTE),
    }),
    fc.record({ type: fc.constant('send' as const), choice }),
    fc.record({
      type: fc.constant('try' as const),
      choice,
      code: fc.constantFrom('last' as const, 'first' as const, 'made up' as const),
    }),
  ),
  { maxLength: 40 },
);

/** What a mailbox has, and what a bystander who writes everything down knows of each code. */
interface Mailed {
  readonly code: string;
  readonly choice: Choice;
  readonly at: number;
  compared: number;
  spoilt: boolean;
}

test('a code succeeds at most once: the last one sent, for the choice that it was sent for, in time, within five tries', async (t) => {
  await fc.assert(
    fc.asyncProperty(moves, async (history) => {
      let [session, tries, now]: [PayoutCheckout, number, number] = [anOpenSession(), 0, NOW];
      const mailed: Mailed[] = [];
      let successes = 0;
      for (const [i, move] of history.entries()) {
        if (move.type === 'wait') {
          now += move.ms;
          continue;
        }
        const looked = stepCheckout(session, { type: 'look', at: now });
        if (E.isLeft(looked) || looked.right.status !== 'open') break;
        const open = looked.right;
        const picked = CHOICES[move.choice] ?? aChoice();
        if (move.type === 'send') {
          const bytes = new Uint8Array(CODE_ENTROPY_BYTES).fill(i + 1);
          const { code, sent } = await aCode(bytes, open, use(picked), now);
          const stepped = sendNextCode(open, { code: sent, at: now });
          if (E.isLeft(stepped)) continue;
          [session, tries] = [stepped.right, 0];
          mailed.push({ code, choice: picked, at: now, compared: 0, spoilt: false });
          continue;
        }
        const last = mailed.at(-1);
        const live = liveCode(open, tries, picked, now);
        if (E.isLeft(live)) {
          if (live.left.reason !== 'choice_changed' || last === undefined) continue;
          last.spoilt = true;
          const changed = stepCheckout(open, { type: 'change', at: now });
          if (E.isRight(changed)) session = changed.right;
          continue;
        }
        if (last === undefined) return t.fail('a code is live that nobody sent');
        tries += 1;
        last.compared += 1;
        const typed = { last: last.code, first: mailed[0]?.code ?? '', 'made up': '999999' };
        if (
          !(await isRight(sealer, open, live.right, { use: use(picked), typed: typed[move.code] }))
        )
          continue;
        t.is(typed[move.code], last.code);
        t.is(picked, last.choice);
        t.false(last.spoilt);
        t.true(now - last.at < 5 * MINUTE);
        successes += 1;
        const submitted = stepCheckout(open, {
          type: 'submit',
          transactionId: 't' as never,
          at: now,
        });
        if (E.isRight(submitted)) session = submitted.right;
      }
      t.true(successes <= 1);
      t.true(mailed.length <= 3);
      for (const { compared } of mailed) t.true(compared <= 5);
    }),
    { numRuns: 500 },
  );
});
