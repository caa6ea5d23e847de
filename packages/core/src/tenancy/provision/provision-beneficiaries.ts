import { beneficiaryEntry } from '../../beneficiary/payee/beneficiary-entry.js';
import { newBeneficiary } from '../../beneficiary/payee/beneficiary-details.js';
import type { BeneficiaryId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../kernel/values/uuid.js';
import type { Stores } from '../../storage/storage.js';
import type { CorporatePart } from './provision-document.js';
import type { Mint } from './provision.js';

/** The actor that the journal names for records from a provision document. */
export const PROVISION = 'provision' as UserId;

/** Adds the payees whose beneId is not known yet; known ones stay as people left them, rejected ones too. */
export const provisionBeneficiaries = async (
  { beneficiaries, journal }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['beneficiaries']>,
  { clock, entropy }: Mint,
): Promise<void> => {
  const now = clock.now();
  const used = await beneficiaries.usedBeneIds(
    tenant,
    parts.map(({ beneId }) => beneId),
  );
  for (const { approvalState, ...details } of parts) {
    if (used.has(details.beneId)) continue;
    const id = uuidV7(now, entropy.bytes(UUID_ENTROPY_BYTES)) as BeneficiaryId;
    const pending = newBeneficiary(tenant, id, details, PROVISION, now);
    const beneficiary =
      approvalState === 'approved'
        ? { ...pending, state: 'approved' as const, authorizedBy: PROVISION, authorizedAt: now }
        : pending;
    const added = await beneficiaries.add(tenant, beneficiary);
    if (added === 'added') await journal.append([beneficiaryEntry(beneficiary, PROVISION)]);
  }
};
