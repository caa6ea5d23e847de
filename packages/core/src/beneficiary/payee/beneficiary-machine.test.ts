import test from 'ava';
import fc from 'fast-check';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import { aBeneficiary, anApprovedBeneficiary, NOW } from '../../samples.test.data.js';
import type { Beneficiary } from './beneficiary.js';
import { stepBeneficiary, type BeneficiaryCommand } from './beneficiary-machine.js';

const CHECKER = 'u-checker' as UserId;
const BECOMES = { approve: 'approved', reject: 'rejected' } as const;
const approve: BeneficiaryCommand = { type: 'approve', by: CHECKER, at: NOW + 1 };

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
  const comment = 'unknown' as NonNullable<BeneficiaryCommand['comment']>;

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
