import type { BeneficiaryId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { BeneId } from '../../../kernel/values/text.js';
import type { Stores } from '../../../storage/storage.js';
import type { Instruction } from './instruction.js';

/** The payees that payments name by their codes. */
export type NamedPayees = ReadonlyMap<BeneId, BeneficiaryId>;

const NO_PAYEES: NamedPayees = new Map();

/** Looks up the payees of one corporate that payments name by their codes. */
export const namedPayees = async (
  { beneficiaries }: Stores,
  tenant: Tenant,
  batches: ReadonlyArray<ReadonlyArray<Instruction>>,
): Promise<NamedPayees> => {
  const codes: BeneId[] = [];
  for (const payments of batches)
    for (const { beneId } of payments) if (beneId !== undefined) codes.push(beneId);
  return codes.length === 0 ? NO_PAYEES : beneficiaries.holders(tenant, codes);
};

/** A code that no payee holds stands for itself: no id is like it, so that intake finds no payee. */
export const payeeOf = (
  { beneficiaryId, beneId }: Instruction,
  payees: NamedPayees,
): BeneficiaryId =>
  beneficiaryId ?? payees.get(beneId as BeneId) ?? (beneId as string as BeneficiaryId);
