import { TransactionId, type JobId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { jobOf } from '../kernel/values/uuid.js';
import type { Storage } from './storage.js';

/**
 * The files to which payouts and jobs went, by the database. Asks once for each job, whose payouts are archived with it,
 * and once for each payout without one.
 */
export const archivedPlaces = (
  storage: Storage,
  tenant: Tenant,
): ((subject: string) => Promise<string | undefined>) => {
  const known = new Map<string, string | undefined>();
  const find = async (id: TransactionId | JobId): Promise<string | undefined> => {
    if (known.has(id)) return known.get(id);
    const file = await storage.read(({ archives }) => archives.find(tenant, id));
    known.set(id, file);
    return file;
  };
  return async (subject) => {
    if (!TransactionId.is(subject)) return undefined;
    return (await find(jobOf(subject))) ?? find(subject);
  };
};
