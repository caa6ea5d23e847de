import type { Tenant } from '../../kernel/values/tenant.js';
import { dayIn, type Day, type EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';

export const bankDay = async ({ tenancy }: Stores, tenant: Tenant, at: EpochMs): Promise<Day> => {
  const bank = await tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a session of no bank');
  return dayIn(bank.timeZone, at);
};
