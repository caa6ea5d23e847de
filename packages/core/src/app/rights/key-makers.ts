import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Via } from '../../kernel/values/via.js';
import type { PayoutOrder } from '../../model/payout/payout.js';
import { viasOf } from './vias.js';
import type { Stores } from '../../storage/storage.js';
import type { ApiKey } from '../../model/access/key/api-key.js';

/** Whether a person made a key, or one that it replaced. */
export const isMaker = (userId: UserId, { createdByUserId, forebears = [] }: ApiKey): boolean =>
  createdByUserId === userId || forebears.some((key) => key.createdByUserId === userId);

/** The people who made a partner key, a key that it replaced, or one that replaced it. */
export const makersOfLine = async (
  { access }: Pick<Stores, 'access'>,
  tenant: Tenant,
  { keyId }: Via,
): Promise<ReadonlyArray<UserId>> => {
  const keys = await access.apiKeysOf(tenant);
  const firstOf = (key: ApiKey): string => key.forebears?.[0]?.keyId ?? key.keyId;
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) return [];
  const line = keys.filter((one) => firstOf(one) === firstOf(key));
  return [...line, ...(key.forebears ?? [])].map(({ createdByUserId }) => createdByUserId);
};

/**
 * Reads by which keys these payouts came. Answers of people those payouts that came by a key that one of them made, or
 * by one that replaced it; each with that key.
 */
export const cameByKeys = async (
  stores: Pick<Stores, 'access' | 'jobs' | 'journal'>,
  tenant: Tenant,
  orders: ReadonlyArray<Pick<PayoutOrder, 'transactionId' | 'jobId'>>,
): Promise<(userIds: ReadonlyArray<UserId>) => ReadonlyMap<TransactionId, Via>> => {
  const vias = await viasOf(stores, tenant, orders);
  const keyIds = new Set([...vias.values()].map(({ keyId }) => keyId));
  const keys = keyIds.size === 0 ? [] : await stores.access.apiKeys([...keyIds]);
  return (userIds) => {
    const areTheirs = (key: ApiKey) => userIds.some((userId) => isMaker(userId, key));
    const own = new Set(keys.filter(areTheirs).map(({ keyId }) => keyId));
    if (own.size === 0) return new Map();
    return new Map([...vias].filter(([, { keyId }]) => own.has(keyId)));
  };
};
