import type { Tenant } from '../kernel/tenant.js';
import { dayIn, type Day, type EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';

/** The day that it is at the bank. */
export const bankDay = async ({ tenancy }: Stores, tenant: Tenant, at: EpochMs): Promise<Day> => {
  const bank = await tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a session of no bank');
  return dayIn(bank.timeZone, at);
};
