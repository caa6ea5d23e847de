import test from 'ava';
import { aBeneficiary, anApprovedBeneficiary, NOW, TENANT } from '../../samples.test.data.js';
import { beneficiaryEntry } from './beneficiary-entry.js';

test('the entry of a creation comes from nowhere', (t) => {
  t.deepEqual(beneficiaryEntry(aBeneficiary(), 'u-maker'), {
    tenant: TENANT,
    subjectKind: 'beneficiary',
    subjectId: 'b-1',
    sequence: 1,
    to: 'pending_approval',
    at: NOW,
    actor: 'u-maker',
    changes: { beneId: 'SHARMA01', defaultAccountId: 'b-1-1' },
  });
});

test('the entry of a decision follows the creation and carries the comment', (t) => {
  const entry = beneficiaryEntry(
    anApprovedBeneficiary({ authorizedAt: NOW + 5, comment: 'fine' }),
    'u-checker',
  );

  t.like(entry, {
    sequence: 2,
    from: 'pending_approval',
    to: 'approved',
    at: NOW + 5,
    changes: { comment: 'fine' },
  });
});
