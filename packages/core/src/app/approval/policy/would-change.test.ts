import test from 'ava';
import fc from 'fast-check';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import {
  levelsFor,
  ONE_CHECKER,
  type ApprovalMatrix,
} from '../../../model/approval/matrix/matrix.js';
import { levelsChange, NO_EFFECT, withPayouts, type Comparison } from './would-change.js';

const level = (...roleCodes: ReadonlyArray<string>) => ({ roleCodes, approvals: 1 });
const matrix = (...tiers: ReadonlyArray<readonly [number | null, ...ReadonlyArray<unknown>]>) =>
  [
    {
      packageCodes: null,
      tiers: tiers.map(([upToAmount, ...levels]) => ({ upToAmount, levels })),
    },
  ] as unknown as ApprovalMatrix;

const SMALL_FREE = matrix([100], [null, level('checker')]);

/** A payout as intake accepted it, under a version that is this matrix. */
const accepted = (
  amount: number,
  pinned: ApprovalMatrix,
  autoApprovalEnabled = true,
  policyVersion?: number,
): AcceptedPayout => {
  const packageCode = 'VENDOR' as never;
  const levels = levelsFor(pinned, { packageCode, amount, autoApprovalEnabled });
  return {
    order: { packageCode, amount },
    terms: policyVersion === undefined ? {} : { policyVersion },
    progress: levels.length === 0 ? {} : { approval: { levels } },
  } as unknown as AcceptedPayout;
};

const against = (
  draft: ApprovalMatrix,
  automatic = true,
  versions: ReadonlyMap<number, ApprovalMatrix> = new Map(),
): Comparison => ({ draft, versions, automatic: new Set(automatic ? ['VENDOR' as never] : []) });

test('a payout changes where the draft asks for other levels, and not where it asks for the same', (t) => {
  const draft = matrix([100], [500, level('checker')], [null, level('checker'), level('head')]);

  t.is(levelsChange(accepted(100, SMALL_FREE), against(draft)), undefined);
  t.is(levelsChange(accepted(500, SMALL_FREE), against(draft)), undefined);
  t.deepEqual(levelsChange(accepted(501, SMALL_FREE), against(draft)), {
    from: [level('checker')],
    to: [level('checker'), level('head')],
  } as never);
});

test('a payout that passed without approval needs one where the draft has no such tier', (t) => {
  const change = levelsChange(accepted(100, SMALL_FREE), against(matrix([null, level('head')])));
  t.deepEqual(change, { from: [], to: [level('head')] } as never);
});

test('roles of a level in another order are the same level', (t) => {
  const [one, other] = [matrix([null, level('a', 'b')]), matrix([null, level('b', 'a', 'b')])];
  t.is(levelsChange(accepted(1, one), against(other)), undefined);
});

test('the policy that a payout is pinned to changes nothing, whatever its package allows by now', (t) => {
  const some = fc.record({
    bound: fc.integer({ min: 1, max: 20 }),
    small: fc.constantFrom([], [level('a')], [level('a'), level('b')], [...ONE_CHECKER]),
    large: fc.constantFrom([], [level('a')], [...ONE_CHECKER]),
    amount: fc.integer({ min: 1, max: 30 }),
    then: fc.boolean(),
    now: fc.boolean(),
  });
  fc.assert(
    fc.property(some, ({ bound, small, large, amount, then, now }) => {
      const pinned = matrix([bound, ...small], [null, ...large]);
      const payout = accepted(amount, pinned, then, 7);
      const change = levelsChange(payout, against(pinned, now, new Map([[7, pinned]])));
      t.is(change, undefined);
    }),
  );
});

test('a payout that shows nothing of automatic approval is judged by what its package allows today', (t) => {
  const draft = matrix([null]);
  const payout = accepted(500, SMALL_FREE, true, 1);
  const versions = new Map([[1, SMALL_FREE]]);

  t.deepEqual(levelsChange(payout, against(draft, true, versions))?.to, []);
  t.is(levelsChange(payout, against(draft, false, versions))?.to.length, 1);
  t.deepEqual(levelsChange(payout, against(draft, false, versions))?.to, [...ONE_CHECKER]);
});

test('payouts are counted and summed by their change, exactly', (t) => {
  const largest = 10 ** 15 - 1;
  // Eleven of the largest are more than a double can sum.
  const amounts = [1, ...Array.from({ length: 11 }, () => largest)];
  const payouts = amounts.map((amount) => accepted(amount, SMALL_FREE));
  const comparison = against(matrix([null, level('head')]));
  const once = withPayouts(NO_EFFECT, payouts, comparison);
  const twice = withPayouts(once, payouts, comparison);

  t.deepEqual(
    [...twice.changes.values()].map(({ count, paise }) => [count, paise]),
    [
      [2, 2n],
      [22, 22n * BigInt(largest)],
    ],
  );
  t.is(twice.looked, 24);
  t.deepEqual(NO_EFFECT.changes.size, 0);
});
