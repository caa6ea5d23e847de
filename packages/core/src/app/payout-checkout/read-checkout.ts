import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { commit } from '../../storage/commit.js';
import type { Storage } from '../../storage/storage.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import type { PayoutCheckoutStore, TriedCheckout } from '../../storage/payout-checkout-store.js';
import { takeStep } from './checkout-changes.js';

/**
 * Reads a session to show it. One whose time is over is expired for good before that: otherwise,
 * if the clock went back, it could still be submitted.
 */
export const readCheckout = async (
  storage: Storage,
  now: EpochMs,
  find: (store: PayoutCheckoutStore) => Promise<TriedCheckout | undefined>,
): Promise<TriedCheckout | undefined> => {
  const found = await storage.read(({ payoutCheckouts }) => find(payoutCheckouts));
  if (found?.session.status !== 'open' || now < found.session.expiresAt) return found;
  return commit(storage, async (stores) => {
    const again = await find(stores.payoutCheckouts);
    if (again === undefined) return undefined;
    const looked = stepCheckout(again.session, { type: 'look', at: now });
    // Another process was faster.
    if (E.isLeft(looked)) return again;
    await writeRecords(stores, takeStep(again.session, looked.right));
    return { ...again, session: looked.right };
  });
};
