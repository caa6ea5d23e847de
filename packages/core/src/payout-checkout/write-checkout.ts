import type { JsonObject } from '../kernel/codecs/json.js';
import type { DutyName } from '../storage/work-store.js';
import type { Stores } from '../storage/storage.js';
import { mayBeForgotten } from './forgotten-sessions.js';
import { endedEntry } from './session/checkout-entry.js';
import type { PayoutCheckout } from './session/payout-checkout.js';

/** The name that the journal gives to what ends sessions whose time is over. */
export const EXPIRY = 'expire-sessions' satisfies DutyName;

/**
 * Writes what a step made of a session, and if this is its end, that in the journal, with `changes`; then its reference is free. The duty finds nothing left to do
 * when it comes to it.
 */
export const writeCheckout = async (
  stores: Stores,
  before: PayoutCheckout,
  after: PayoutCheckout,
  changes: JsonObject = {},
): Promise<void> => {
  const { payoutCheckouts, journal } = stores;
  if (after === before) return;
  if (after.status === 'open') {
    await payoutCheckouts.advance(after);
    return;
  }
  await payoutCheckouts.advance(after);
  // What another life of the database may have made of the session holds its reference until the bank has answered.
  if (after.status === 'submitted' || !(await mayBeForgotten(stores, after)))
    await payoutCheckouts.freeReference(after);
  const actor = after.status === 'expired' ? EXPIRY : after.makerUserId;
  await journal.append([endedEntry(after, actor, changes)]);
};
