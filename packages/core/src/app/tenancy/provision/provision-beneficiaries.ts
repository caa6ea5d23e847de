import { newBeneficiary } from '../../../model/beneficiary/payee/beneficiary-details.js';
import { newBeneficiaryEntry } from '../../../model/beneficiary/payee/beneficiary-entry.js';
import { isFreed, type Beneficiary } from '../../../model/beneficiary/payee/beneficiary.js';
import { writeRecords } from '../../writer/write-changes.js';
import type { BeneficiaryId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { BeneId } from '../../../kernel/values/text.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../../kernel/values/uuid.js';
import type { Stores } from '../../../storage/storage.js';
import { correctBeneficiary, saidIn, type BeneficiaryDifference } from './correct-beneficiary.js';
import type { CorporatePart } from './provision-document.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
import type { Mint } from './provision.js';

type Part = NonNullable<CorporatePart['beneficiaries']>[number];

/**
 * Adds the payees whose beneId is not known yet, and corrects known ones where the document was edited since it last
 * spoke of them. Answers what it says differently and does not change: people had the last word on it.
 */
export const provisionBeneficiaries = async (
  stores: Stores,
  tenant: Tenant,
  part: Pick<CorporatePart, 'beneficiaries' | 'settingsNeedSecondPerson'>,
  { clock, entropy }: Mint,
): Promise<ReadonlyArray<BeneficiaryDifference>> => {
  const parts = part.beneficiaries ?? [];
  const now = clock.now();
  const known = await knownBeneficiaries(
    stores,
    tenant,
    parts.map(({ beneId }) => beneId),
  );
  const differences: BeneficiaryDifference[] = [];
  for (const one of parts) {
    const payee = known.get(one.beneId);
    if (payee !== undefined)
      differences.push(
        ...(await correctBeneficiary(stores, { tenant, payee, corporate: part, at: now }, one)),
      );
    else if (one.status !== 'inactive') {
      const id = uuidV7(now, entropy.bytes(UUID_ENTROPY_BYTES)) as BeneficiaryId;
      await addBeneficiary(stores, tenant, { id, part: one }, now);
    }
  }
  return differences;
};

/** The payee of each beneId that a document means, in its order: the one that holds it, else the last that did. */
export const knownBeneficiaries = async (
  { beneficiaries }: Pick<Stores, 'beneficiaries'>,
  tenant: Tenant,
  beneIds: ReadonlyArray<BeneId>,
): Promise<ReadonlyMap<BeneId, Beneficiary>> => {
  const found = [...(await beneficiaries.findByBeneIds(tenant, beneIds))];
  const byAge = found.sort((a, b) => (a.beneficiaryId < b.beneficiaryId ? -1 : 1));
  const last = new Map(
    [...byAge.filter(isFreed), ...byAge.filter((one) => !isFreed(one))].map((one) => [
      one.beneId,
      one,
    ]),
  );
  return new Map(
    beneIds.flatMap((beneId) => {
      const payee = last.get(beneId);
      return payee === undefined ? [] : [[beneId, payee] as const];
    }),
  );
};

const addBeneficiary = async (
  stores: Stores,
  tenant: Tenant,
  { id, part }: { readonly id: BeneficiaryId; readonly part: Part },
  at: number,
): Promise<void> => {
  const by = { by: PROVISION, at };
  const pending = { ...newBeneficiary(tenant, id, part, by), said: saidIn(part) };
  const beneficiary =
    part.approvalState === 'approved'
      ? { ...pending, state: 'approved' as const, authorizedBy: PROVISION, authorizedAt: at }
      : pending;
  const added = await stores.beneficiaries.add(tenant, beneficiary);
  const entries = added === 'added' ? [newBeneficiaryEntry(beneficiary, PROVISION)] : [];
  await writeRecords(stores, { entries });
};
