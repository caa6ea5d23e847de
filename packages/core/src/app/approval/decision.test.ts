import test from 'ava';
import fc from 'fast-check';
import { E } from '../../kernel/fp.js';
import type { RoleCode, UserId } from '../../kernel/values/ids.js';
import { countApproval, mayApprove, type Checker, type Counted } from './decision.js';
import type { PayoutApproval } from '../../model/approval/matrix/payout-approval.js';

const MAKER = 'maker';

const checker = (userId: string, ...roles: ReadonlyArray<string>): Checker => ({
  userId: userId as UserId,
  ref: { userId, username: userId, role: roles[0] ?? '' },
  roleCodes: roles as ReadonlyArray<RoleCode>,
});

const waitingFor = (...levels: ReadonlyArray<readonly [roles: string[], approvals: number]>) =>
  ({
    levels: levels.map(([roleCodes, approvals]) => ({ roleCodes, approvals })),
    currentLevel: 0,
    approvals: [],
  }) as unknown as PayoutApproval;

/** Asks each checker in turn to approve; a refusal changes nothing. */
const ask = (approval: PayoutApproval, checkers: ReadonlyArray<Checker>) => {
  let state: Counted = { approval, passed: 'none' };
  for (const [i, one] of checkers.entries()) {
    const level = mayApprove(state.approval, MAKER, one);
    if (state.passed !== 'last_level' && E.isRight(level)) {
      state = countApproval({ approval: state.approval, level: level.right }, one, i);
    }
  }
  return state;
};

test('the maker never decides, with any roles', (t) => {
  t.like(mayApprove(waitingFor([[], 1]), MAKER, checker(MAKER, 'a')), {
    left: { _tag: 'OwnPayout' },
  });
});

test('one person counts once over all levels', (t) => {
  const { approval } = ask(waitingFor([['a'], 1], [['a'], 1]), [checker('x', 'a')]);

  t.like(mayApprove(approval, MAKER, checker('x', 'a')), { left: { _tag: 'AlreadyApproved' } });
});

test('on behalf of another nobody decides on what one of the two made or has voted on', (t) => {
  const waiting = waitingFor([[], 3]);
  const lent = (userId: string, onBehalfOf: string): Checker => ({
    ...checker(userId, 'a'),
    onBehalfOf: onBehalfOf as UserId,
  });
  const refused = (approval: PayoutApproval, one: Checker) => {
    const level = mayApprove(approval, MAKER, one);
    return E.isLeft(level) ? level.left._tag : 'may';
  };

  t.is(refused(waiting, lent('x', MAKER)), 'OwnPayout');
  t.is(refused(waiting, lent(MAKER, 'x')), 'OwnPayout');
  t.is(refused(waiting, lent('x', 'y')), 'may');
  const { approval } = ask(waiting, [lent('x', 'y')]);
  t.deepEqual(approval.approvals, [{ userId: 'x', onBehalfOf: 'y', level: 1, at: 0 }] as never);
  for (const one of [checker('x', 'a'), checker('y', 'a'), lent('x', 'z'), lent('z', 'y')])
    t.is(refused(approval, one), 'AlreadyApproved');
  t.is(refused(approval, checker('z', 'a')), 'may');
});

test('the level in turn is decided by those who hold one of its roles', (t) => {
  const waiting = waitingFor([['a', 'b'], 1], [['c'], 1]);

  t.like(mayApprove(waiting, MAKER, checker('x', 'c')), { left: { _tag: 'NotAtThisLevel' } });
  t.like(mayApprove(waiting, MAKER, checker('x')), { left: { _tag: 'NotAtThisLevel' } });
  t.true(E.isRight(mayApprove(waiting, MAKER, checker('x', 'c', 'b'))));
});

test('a level without roles is open to any checker', (t) => {
  t.true(E.isRight(mayApprove(waitingFor([[], 1]), MAKER, checker('x'))));
});

test('after the last level there is nothing to decide', (t) => {
  const { approval, passed } = ask(waitingFor([[], 1]), [checker('x')]);

  t.is(passed, 'last_level');
  t.like(mayApprove(approval, MAKER, checker('y')), { left: { _tag: 'NotAtThisLevel' } });
});

test('a level is complete after as many people as it asks for', (t) => {
  const waiting = waitingFor([[], 2], [['b'], 1]);
  const one = ask(waiting, [checker('x')]);
  const two = ask(waiting, [checker('x'), checker('x'), checker('y')]);
  const all = ask(waiting, [checker('x'), checker('y'), checker('y', 'b'), checker('z', 'b')]);

  t.is(one.approval.currentLevel, 0);
  t.is(two.approval.currentLevel, 1);
  t.deepEqual([one.passed, two.passed, all.passed], ['none', 'level', 'last_level']);
  t.deepEqual(
    all.approval.approvals.map(({ userId, level }) => [userId as string, level]),
    [
      ['x', 1],
      ['y', 1],
      ['z', 2],
    ],
  );
});

test('a comment is kept until a later one replaces it', (t) => {
  const waiting = waitingFor([[], 3]);
  const [level] = waiting.levels;
  t.truthy(level);
  if (level === undefined) return;
  const first = countApproval({ approval: waiting, level }, checker('x'), 1, { comment: 'fine' });
  const second = countApproval({ approval: first.approval, level }, checker('y'), 2);
  const third = countApproval({ approval: second.approval, level }, checker('z'), 3, {
    comment: 'paid late',
  });

  t.is(second.approval.comment, 'fine');
  t.is(third.approval.comment, 'paid late');
  t.false('comment' in waiting);
});

test('no yes is dated before an earlier one, nor before it was asked for, even if the clock went back', (t) => {
  const waiting = { ...waitingFor([[], 3]), askedAt: 50 };
  const [level] = waiting.levels;
  t.truthy(level);
  if (level === undefined) return;
  const first = countApproval({ approval: waiting, level }, checker('x'), 40);
  const second = countApproval({ approval: first.approval, level }, checker('y'), 80);
  const third = countApproval({ approval: second.approval, level }, checker('z'), 60);

  t.deepEqual(
    third.approval.approvals.map(({ at }) => at),
    [50, 80, 80],
  );
});

const role = fc.constantFrom('a', 'b', 'c');
const levels = fc.array(
  fc.tuple(fc.uniqueArray(role, { maxLength: 2 }), fc.integer({ min: 1, max: 3 })),
  { minLength: 1, maxLength: 4 },
);
const checkers = fc.array(
  fc
    .tuple(fc.constantFrom(MAKER, 'p', 'q', 'r', 's', 't', 'u'), fc.uniqueArray(role))
    .map(([user, roles]) => checker(user, ...roles)),
  { maxLength: 40 },
);

test('for any order of decisions, levels are completed in order, by distinct people who are not the maker', (t) => {
  fc.assert(
    fc.property(levels, checkers, (wanted, people) => {
      const { approval, passed } = ask(waitingFor(...wanted), people);
      const users = approval.approvals.map(({ userId }) => userId as string);
      t.is(new Set(users).size, users.length);
      t.false(users.includes(MAKER));

      const levelsOf = approval.approvals.map(({ level }) => level);
      t.deepEqual(
        levelsOf,
        [...levelsOf].sort((a, b) => a - b),
      );
      wanted.forEach(([roles, needed], i) => {
        const yes = approval.approvals.filter(({ level }) => level === i + 1);
        t.true(yes.length <= needed);
        t.is(i < approval.currentLevel, yes.length === needed);
        for (const { userId, at } of yes) {
          const asked = people[at];
          t.is(asked?.userId, userId);
          t.true(
            roles.length === 0 ||
              asked?.roleCodes.some((one) => (roles as ReadonlyArray<string>).includes(one)),
          );
        }
      });
      t.is(passed === 'last_level', approval.currentLevel === wanted.length);
    }),
    { numRuns: 300 },
  );
});
