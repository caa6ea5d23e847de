import { tenantOf } from '../../kernel/values/tenant.js';
import type { RecordChanges, Save } from '../writer/changes.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { DutyName } from '../../storage/work-store.js';
import { mayBeForgotten } from './forgotten-sessions.js';
import { endedEntry } from '../../model/payout-checkout/session/checkout-entry.js';
import type { PayoutCheckout } from '../../model/payout-checkout/session/payout-checkout.js';

/** The name that the journal gives to what ends sessions whose time is over. */
export const EXPIRY = 'expire-sessions' satisfies DutyName;

/**
 * Takes a step of a session: if this is its end, the journal says so, with `more`, and its reference is free. The duty
 * finds nothing left to do when it comes to it. A code that was used counts no longer among those of its maker.
 */
export const takeStep = (
  before: PayoutCheckout,
  after: PayoutCheckout,
  more: JsonObject = {},
): RecordChanges => {
  if (after === before) return {};
  const actor = after.status === 'expired' ? EXPIRY : after.makerUserId;
  const entries = after.status === 'open' ? [] : [endedEntry(after, actor, more)];
  return { saves: [save(after)], entries };
};

const save =
  (after: PayoutCheckout): Save =>
  async ({ payoutCheckouts, doubts }) => {
    await payoutCheckouts.advance(after);
    if (after.status === 'open') return;
    const isSubmitted = after.status === 'submitted';
    // What another life of the database may have made of the session holds its reference until the bank has answered.
    if (isSubmitted || !(await mayBeForgotten({ doubts }, after)))
      await payoutCheckouts.freeReference(after);
    if (isSubmitted) await payoutCheckouts.forgiveCode(tenantOf(after), after.makerUserId);
  };
