import { E, type EpochMs, type Storage, type Tenant } from '@hundi/core';
import type { Corporate } from '@hundi/core/wire';
import { passkeySeal, withPolicySeal } from '@hundi/core/storage';
import { PLAIN_KEY, sealPlainly } from '../../kit/fakes/plain-sealer.js';

const KEY = 'a1'.repeat(32);
const KEY_BYTES = new Uint8Array(32).fill(0xa1);

/** The authority key of every history: whoever writes its people and corporates into the storage seals them by it. */
export const keepAuthorityKey = async (storage: Storage): Promise<void> => {
  await storage.atomically<never, undefined>(async ({ authority }) => {
    const sealedKey = sealPlainly(PLAIN_KEY, KEY, 'authority key');
    await authority.addKey({ id: 'authority', sealedKey });
    return E.right(undefined);
  });
};

/** Which packages approve by themselves. */
type Automatic = NonNullable<NonNullable<Parameters<typeof withPolicySeal>[4]>['automatic']>;

/** A corporate as the engine would have sealed it at its start. */
export const sealedAtFirst = (corporate: Corporate, automatic: Automatic): Corporate =>
  withPolicySeal(undefined, corporate, { key: KEY_BYTES, marked: 0 }, 0, { automatic });

/** The same corporate, after an operator has vouched for its policies: sealed later than the mark says. */
export const vouchedFor = (
  corporate: Corporate,
  automatic: Automatic,
  marked: number,
  at: EpochMs,
): Corporate => {
  const vouched = { vouched: true, automatic };
  return withPolicySeal(corporate, corporate, { key: KEY_BYTES, marked }, at, vouched);
};

/** The seal of a passkey that is active. */
export const sealOfPasskey = (
  tenant: Tenant,
  userId: string,
  passkey: { readonly factorId: string; readonly credentialId: string; readonly publicKey: string },
): string => passkeySeal(KEY_BYTES, { tenant, userId: userId as never }, passkey);
