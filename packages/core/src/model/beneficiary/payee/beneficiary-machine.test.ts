import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import { aBeneficiary, anApprovedBeneficiary, NOW } from '../../../samples.test.data.js';
import { Beneficiary, valuesOf } from './beneficiary.js';
import {
  stepBeneficiary,
  type BeneficiaryChange,
  type BeneficiaryCommand,
  type BeneficiaryDecision,
} from './beneficiary-machine.js';

const CHECKER = 'u-checker' as UserId;
const BECOMES = { approve: 'approved', reject: 'rejected' } as const;
const MAKER = 'u-maker' as UserId;
const approve: BeneficiaryDecision = { type: 'approve', by: CHECKER, at: NOW + 1 };
const values = valuesOf(
  aBeneficiary({
    name: 'Sharma Metals',
    accounts: aBeneficiary().accounts.map((one) => ({ ...one, ifsc: 'CNRB0010445' })),
  }),
);
const change: BeneficiaryChange = {
  type: 'change',
  by: MAKER,
  at: NOW + 1,
  values,
  mustWait: true,
};
const deactivate: BeneficiaryCommand = { type: 'deactivate', by: MAKER, at: NOW + 1 };

const after = (payee: Beneficiary, ...commands: ReadonlyArray<BeneficiaryCommand>): Beneficiary =>
  commands.reduce((one, command) => {
    const stepped = stepBeneficiary(one, command);
    if (E.isLeft(stepped)) throw new Error(stepped.left._tag);
    return stepped.right;
  }, payee);

test('a waiting beneficiary is approved', (t) => {
  t.deepEqual(
    stepBeneficiary(aBeneficiary(), approve) as unknown,
    E.right({
      ...aBeneficiary(),
      state: 'approved',
      revision: 2,
      authorizedBy: CHECKER,
      authorizedAt: NOW + 1,
    }),
  );
});

test('a waiting beneficiary is rejected, and the comment is kept', (t) => {
  const comment = 'unknown' as NonNullable<BeneficiaryDecision['comment']>;

  t.like(stepBeneficiary(aBeneficiary(), { ...approve, type: 'reject', comment }), {
    right: { state: 'rejected', revision: 2, comment: 'unknown' },
  });
});

test('the creator of a payee may not decide on it in any state', (t) => {
  const by = 'u-maker' as UserId;

  for (const one of [aBeneficiary(), anApprovedBeneficiary()]) {
    t.like(stepBeneficiary(one, { ...approve, by }), { left: { _tag: 'OwnBeneficiary' } });
  }
});

test('a decision is dated no earlier than the creation, even if the clock went back', (t) => {
  t.like(stepBeneficiary(aBeneficiary(), { ...approve, at: NOW - 1 }), {
    right: { authorizedAt: NOW },
  });
});

test('only the first decision counts, and never one of the maker', (t) => {
  const command = fc.record({
    type: fc.constantFrom('approve' as const, 'reject' as const),
    by: fc.constantFrom('u-maker', 'u-checker', 'u-other') as fc.Arbitrary<UserId>,
    at: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(command), (commands) => {
      const first = commands.find(({ by }) => by !== 'u-maker');
      let state: Beneficiary = aBeneficiary();
      for (const one of commands) {
        const reviewed = stepBeneficiary(state, one);
        if (E.isRight(reviewed)) state = reviewed.right;
      }
      t.is(state.state, first === undefined ? 'pending_approval' : BECOMES[first.type]);
      t.is(state.revision, first === undefined ? 1 : 2);
    }),
  );
});

test('a change that must wait stands beside the values that stay in force, until a checker approves it', (t) => {
  const waiting = after(anApprovedBeneficiary(), change);
  t.deepEqual(valuesOf(waiting), valuesOf(anApprovedBeneficiary()));
  t.like(waiting, { state: 'approved', revision: 3, pendingChange: { values, by: MAKER } });

  const changed = after(waiting, approve);
  t.deepEqual(valuesOf(changed), values);
  t.like(changed, { state: 'approved', revision: 4, authorizedBy: CHECKER });
  t.false('pendingChange' in changed);
});

test('a rejected change leaves the payee as it was', (t) => {
  t.deepEqual(after(anApprovedBeneficiary(), change, { ...approve, type: 'reject' }), {
    ...anApprovedBeneficiary(),
    revision: 4,
  });
});

test('whoever asked for a change does not decide on it; whoever made the payee may', (t) => {
  const waiting = after(anApprovedBeneficiary(), { ...change, by: CHECKER });

  t.like(stepBeneficiary(waiting, approve), { left: { _tag: 'OwnBeneficiary' } });
  t.like(stepBeneficiary(waiting, { ...approve, by: MAKER }), { right: { authorizedBy: MAKER } });
});

test('a change that need not wait is in force at once', (t) => {
  const changed = after(anApprovedBeneficiary({ email: 'a@b.example' }), {
    ...change,
    mustWait: false,
  });
  t.deepEqual(valuesOf(changed), values);
  t.false('email' in changed);
});

test('while a checker has to decide, nothing is changed', (t) => {
  for (const one of [aBeneficiary(), after(anApprovedBeneficiary(), change)])
    t.like(stepBeneficiary(one, { ...change, mustWait: false }), {
      left: { _tag: 'BeneficiaryAwaitsChecker' },
    });
});

test('a rejected or deactivated payee is sent again with new values, and then neither its maker nor its sender decides', (t) => {
  const rejected = after(aBeneficiary(), { ...approve, type: 'reject' });
  const ended = after(anApprovedBeneficiary(), deactivate);
  for (const one of [rejected, ended]) {
    const again = after(one, { ...change, by: 'u-other' as UserId });
    t.is(again.state, 'pending_approval');
    t.deepEqual(valuesOf(again), values);
    t.true(E.isRight(Beneficiary.decode(JSON.parse(JSON.stringify(again)))));
    t.false('authorizedBy' in again || 'deactivatedBy' in again);
    for (const by of [MAKER, 'u-other'] as UserId[])
      t.like(stepBeneficiary(again, { ...approve, by }), { left: { _tag: 'OwnBeneficiary' } });
    t.is(after(again, approve).state, 'approved');
  }
});

test('whoever sent a payee again since it was last approved does not decide on it, also after the next sender', (t) => {
  const again = (by: string): BeneficiaryChange => ({ ...change, by: by as UserId });
  const reject: BeneficiaryDecision = { ...approve, type: 'reject' };
  const waiting = after(aBeneficiary(), reject, again('u-b'), reject, again('u-c'));

  for (const by of [MAKER, 'u-b', 'u-c'] as UserId[])
    t.like(stepBeneficiary(waiting, { ...approve, by }), { left: { _tag: 'OwnBeneficiary' } });
  const anew = after(waiting, approve, deactivate, again('u-c'));
  t.is(after(anew, { ...approve, by: 'u-b' as UserId }).state, 'approved');
});

test('a decision that names a revision counts for no other one', (t) => {
  for (const one of [aBeneficiary(), after(anApprovedBeneficiary(), change)]) {
    t.like(stepBeneficiary(one, { ...approve, revision: one.revision - 1 }), {
      left: { _tag: 'BeneficiaryMovedOn' },
    });
    t.is(after(one, { ...approve, revision: one.revision }).state, 'approved');
  }
});

test('only an approved payee is deactivated, and a change of it that waits is dropped', (t) => {
  const waiting = after(anApprovedBeneficiary(), change);
  t.like(after(waiting, deactivate), { state: 'deactivated', deactivatedBy: MAKER, revision: 4 });
  t.false('pendingChange' in after(waiting, deactivate));
  for (const one of [aBeneficiary(), after(waiting, deactivate)])
    t.like(stepBeneficiary(one, deactivate), { left: { _tag: 'BeneficiaryNotActive' } });
});
