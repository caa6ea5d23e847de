import { canonicalJson } from '../../../kernel/codecs/json.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../../kernel/values/uuid.js';
import type { PaymentPackage } from '../../../model/package/payment-package.js';
import type { Stores } from '../../../storage/storage.js';
import type { CorporatePart } from './provision-document.js';
import type { Mint } from './provision.js';

const DEFAULT_GST = 1_800;

/** Writes packages; one that is known keeps its id and, when nothing of it changed, its time of change. */
export const provisionPackages = async (
  { tenancy }: Stores,
  tenant: Tenant,
  parts: NonNullable<CorporatePart['packages']>,
  { clock, entropy }: Mint,
): Promise<void> => {
  const known = new Map((await tenancy.packages(tenant)).map((one) => [one.packageCode, one]));
  const now = clock.now();
  const wanted = parts.map(({ effectiveConfiguration: overrides = {}, ...part }) => {
    const before = known.get(part.packageCode);
    const next: PaymentPackage = {
      description: null,
      catalogStatus: 'active',
      subscriptionStatus: 'active',
      originSide: 'corporate_native',
      dailyAmountLimit: null,
      fees: [],
      gstBasisPoints: DEFAULT_GST,
      ...part,
      overrides,
      packageId: before?.packageId ?? uuidV7(now, entropy.bytes(UUID_ENTROPY_BYTES)),
      createdAt: before?.createdAt ?? now,
      updatedAt: before?.updatedAt ?? now,
    };
    return canonicalJson(before) === canonicalJson(next) ? next : { ...next, updatedAt: now };
  });
  await tenancy.putPackages(tenant, wanted);
};
