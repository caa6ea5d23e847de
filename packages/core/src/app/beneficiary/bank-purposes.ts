import type { Purpose } from '../../kernel/values/purpose.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import { purposesOf } from '../../model/tenancy/purposes.js';

/** The purposes of a bank. Reads nothing where a request names none. */
export const bankPurposes = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  named: Purpose | null | undefined,
): Promise<ReadonlySet<Purpose>> => {
  if (named === undefined || named === null) return new Set();
  const bank = await tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a corporate of no bank');
  return purposesOf(bank);
};
