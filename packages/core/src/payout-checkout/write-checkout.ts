import type { DutyName } from '../storage/work-store.js';
import type { Stores } from '../storage/storage.js';
import { endedEntry } from './session/checkout-entry.js';
import type { PayoutCheckout } from './session/payout-checkout.js';

/** The name that the journal gives to what ends sessions whose time is over. */
export const EXPIRY = 'expire-sessions' satisfies DutyName;

/**
 * Writes what a step made of a session, and its end in the journal, if this is one. The duty finds nothing left to do
 * when it comes to it.
 */
export const writeCheckout = async (
  { payoutCheckouts, journal }: Stores,
  before: PayoutCheckout,
  after: PayoutCheckout,
): Promise<void> => {
  if (after === before) return;
  if (after.status === 'open') {
    await payoutCheckouts.advance(after);
    return;
  }
  await payoutCheckouts.advance(after);
  const actor = after.status === 'expired' ? EXPIRY : after.makerUserId;
  await journal.append([endedEntry(after, actor)]);
};
