import test from 'ava';
import { aBeneficiary, anApprovedBeneficiary, NOW, TENANT } from '../../../samples.test.data.js';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import { valuesOf, type Beneficiary } from './beneficiary.js';
import { beneficiaryEntry, newBeneficiaryEntry } from './beneficiary-entry.js';
import { stepBeneficiary, type BeneficiaryCommand } from './beneficiary-machine.js';

const CHECKER = 'u-checker' as UserId;
const values = valuesOf(aBeneficiary({ name: 'Sharma Metals' }));
const change = { type: 'change', by: 'u-maker', at: NOW + 9, values } as const;

const entryOf = (before: Beneficiary, command: object) => {
  const stepped = stepBeneficiary(before, command as BeneficiaryCommand);
  if (E.isLeft(stepped)) throw new Error(stepped.left._tag);
  return beneficiaryEntry(before, command as BeneficiaryCommand, stepped.right);
};

test('the entry of a creation comes from nowhere', (t) => {
  t.deepEqual(newBeneficiaryEntry(aBeneficiary(), 'u-maker') as unknown, {
    tenant: TENANT,
    subjectKind: 'beneficiary',
    subjectId: 'b-1',
    sequence: 1,
    to: 'pending_approval',
    at: NOW,
    actor: 'u-maker',
    changes: { beneId: 'SHARMA01', defaultAccountId: 'b-1-1', values: valuesOf(aBeneficiary()) },
  });
});

test('the entry of a decision follows the creation and carries the comment', (t) => {
  t.like(entryOf(aBeneficiary(), { type: 'approve', by: CHECKER, at: NOW + 5, comment: 'fine' }), {
    sequence: 2,
    from: 'pending_approval',
    to: 'approved',
    at: NOW + 5,
    changes: { comment: 'fine' },
  });
});

test('the entry of a change carries the values that it asks for, and says whether they wait', (t) => {
  const approved = anApprovedBeneficiary();
  const asked = { from: 'approved', actor: 'u-maker', sequence: 3, changes: { values } };

  t.like(entryOf(approved, { ...change, mustWait: true }), { ...asked, to: 'change_pending' });
  t.like(entryOf(approved, { ...change, mustWait: false }), { ...asked, to: 'changed' });
});

test('the entry of a decision on a change carries the new values only if it is approved', (t) => {
  const waiting = anApprovedBeneficiary({
    pendingChange: { values, by: 'u-maker', at: NOW + 9 },
  });
  const decided = (type: string) => entryOf(waiting, { type, by: CHECKER, at: NOW });

  t.like(decided('approve'), { from: 'change_pending', to: 'changed', changes: { values } });
  t.deepEqual(decided('reject').changes, {});
  t.like(decided('reject'), { from: 'change_pending', to: 'change_rejected', at: NOW + 9 });
});
