import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Via } from '../../kernel/values/via.js';
import type { PayoutOrder } from '../../payout/payout.js';
import { viasOf } from '../../payout/move/vias.js';
import type { Stores } from '../../storage/storage.js';
import type { ApiKey } from '../key/api-key.js';

/** Whether a person made a key, or one that it replaced. */
export const isMaker = (userId: UserId, { createdByUserId, forebears = [] }: ApiKey): boolean =>
  createdByUserId === userId || forebears.some((key) => key.createdByUserId === userId);

/** Whether the person made the partner key that something came by, or one that the key replaced. */
export const madeItsKey = async (
  { access }: Pick<Stores, 'access'>,
  userId: UserId,
  { keyId }: Via,
): Promise<boolean> => (await access.apiKeys([keyId])).some((key) => isMaker(userId, key));

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
 * The payouts among these that came by a key that one of the people made, or by one that replaced it; each with that
 * key.
 */
export const cameByKeyOf = async (
  stores: Pick<Stores, 'access' | 'jobs' | 'journal'>,
  tenant: Tenant,
  userIds: ReadonlyArray<UserId>,
  orders: ReadonlyArray<Pick<PayoutOrder, 'transactionId' | 'jobId'>>,
): Promise<ReadonlyMap<TransactionId, Via>> => {
  const vias = await viasOf(stores, tenant, orders);
  const keyIds = new Set([...vias.values()].map(({ keyId }) => keyId));
  if (keyIds.size === 0) return vias;
  const keys = await stores.access.apiKeys([...keyIds]);
  const areTheirs = (key: ApiKey) => userIds.some((userId) => isMaker(userId, key));
  const own = new Set(keys.filter(areTheirs).map(({ keyId }) => keyId));
  return new Map([...vias].filter(([, { keyId }]) => own.has(keyId)));
};
