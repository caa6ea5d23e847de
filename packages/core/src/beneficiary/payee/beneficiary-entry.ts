import type { JournalEntry } from '../../journal/entry/entry.js';
import type { Via } from '../../kernel/values/via.js';
import { defaultAccount, type Beneficiary } from './beneficiary.js';

/** The journal entry of the state that a beneficiary is now in, and of the key that brought it there. */
export const beneficiaryEntry = (
  beneficiary: Beneficiary,
  actor: string,
  via?: Via,
): JournalEntry => {
  const { bankTenantId, corporateTenantId } = beneficiary;
  const isNew = beneficiary.state === 'pending_approval';
  return {
    tenant: { bankTenantId, corporateTenantId },
    subjectKind: 'beneficiary',
    subjectId: beneficiary.beneficiaryId,
    sequence: beneficiary.revision,
    ...(beneficiary.revision > 1 && { from: 'pending_approval' }),
    to: beneficiary.state,
    at: isNew ? beneficiary.createdAt : beneficiary.authorizedAt,
    actor,
    changes: isNew
      ? { beneId: beneficiary.beneId, defaultAccountId: defaultAccount(beneficiary).accountId }
      : beneficiary.comment === undefined
        ? {}
        : { comment: beneficiary.comment },
    ...(via !== undefined && { via }),
  };
};
