import type { BrowsedBeneficiary } from '@hundi/core/wire';
import { changingBeneficiary } from '../../examples/beneficiaries.js';

/** Whether a checker has to decide before a change of a beneficiary is in force: the answer is 202 then. */
export const waitingBeneficiary = {
  isSo: ({ approvalState, pendingChange }: BrowsedBeneficiary): boolean =>
    approvalState === 'pending_approval' || pendingChange !== undefined,
  example: changingBeneficiary,
};
