import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Via } from '../../kernel/values/via.js';
import type { PayoutOrder } from '../../payout/payout.js';
import { viasOf } from '../../payout/move/vias.js';
import type { Stores } from '../../storage/storage.js';
import type { ApiKey } from '../key/api-key.js';

/** Whether a person made a key, or one that it replaced. */
const isMaker = (userId: UserId, { createdByUserId, forebears = [] }: ApiKey): boolean =>
  createdByUserId === userId || forebears.some((key) => key.createdByUserId === userId);

/** Whether the person made the partner key that something came by, or one that the key replaced. */
export const madeItsKey = async (
  { access }: Pick<Stores, 'access'>,
  userId: UserId,
  { keyId }: Via,
): Promise<boolean> => (await access.apiKeys([keyId])).some((key) => isMaker(userId, key));

/** Whether two partner keys are one, or in one line of keys that replaced each other. */
export const isSameLine = async (
  { access }: Pick<Stores, 'access'>,
  a: Via,
  b: Via,
): Promise<boolean> => {
  if (a.keyId === b.keyId) return true;
  const keys = await access.apiKeys([a.keyId, b.keyId]);
  const first = ({ keyId }: Via): string =>
    keys.find((key) => key.keyId === keyId)?.forebears?.[0]?.keyId ?? keyId;
  return first(a) === first(b);
};

/**
 * The payouts among these that came by a key that the person made, or by one that replaced it; each with that key.
 */
export const cameByKeyOf = async (
  stores: Pick<Stores, 'access' | 'jobs' | 'journal'>,
  tenant: Tenant,
  userId: UserId,
  orders: ReadonlyArray<Pick<PayoutOrder, 'transactionId' | 'jobId'>>,
): Promise<ReadonlyMap<TransactionId, Via>> => {
  const vias = await viasOf(stores, tenant, orders);
  const keyIds = new Set([...vias.values()].map(({ keyId }) => keyId));
  if (keyIds.size === 0) return vias;
  const keys = await stores.access.apiKeys([...keyIds]);
  const own = new Set(keys.filter((key) => isMaker(userId, key)).map(({ keyId }) => keyId));
  return new Map([...vias].filter(([, { keyId }]) => own.has(keyId)));
};
