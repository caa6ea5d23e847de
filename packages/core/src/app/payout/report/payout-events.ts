import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { eventTypeOf, isReturn } from '../../event/event-kind.js';
import type { Histories } from '../../event/history.js';
import type { Draft, Renderer } from '../../event/renderer.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { progressAfter } from '../../../model/payout/payout-history.js';
import { transactionObject } from '../../../model/payout/payout-view.js';
import type { Payout } from '../../../model/payout/payout.js';

/** Renders the events of a payout: the transaction object (§2.8) as it was right after each change of state. */
export const payoutEvents: Renderer = async ({ payouts }, tenant, entries) => {
  const ids = [...new Set(entries.map(({ subjectId }) => subjectId as TransactionId))];
  const found = await payouts.findMany(tenant, ids);
  return new Map(found.map((payout) => [payout.order.transactionId, eventsOf(payout)]));
};

const eventsOf =
  (payout: Payout): Draft =>
  (entry, histories) => {
    const type = eventTypeOf(entry);
    if (type === undefined) return [];
    // A subscriber to failures alone learns that a paid payout was returned.
    const types = isReturn(entry) ? (['transaction.failed', type] as const) : [type];
    const event = {
      object: transactionObject(asOf(payout, entry, histories)),
      ...(entry.from !== undefined && { previousStatus: entry.from }),
    };
    return types.map((each) => ({ type: each, ...event }));
  };

/** A row that intake rejected has only one state. */
const asOf = (payout: Payout, entry: JournalEntry, histories: Histories): Payout => {
  if (payout.intake !== 'accepted') return payout;
  const progress = progressAfter(histories.upTo(entry));
  return progress === undefined ? payout : { ...payout, progress };
};
