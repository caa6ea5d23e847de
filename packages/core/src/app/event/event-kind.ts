import type { EventType } from '../../model/journal/entry/event-type.js';
import type { JournalEntry, SubjectKind } from '../../model/journal/entry/entry.js';

/**
 * The event type for each new state of a subject. A state that is not listed has no event, only an audit entry
 * (decisions §11).
 */
const TYPES: Readonly<Partial<Record<SubjectKind, Readonly<Record<string, EventType>>>>> = {
  payout: {
    pending_approval: 'transaction.pending_approval',
    partially_approved: 'transaction.partially_approved',
    approved: 'transaction.approved',
    rejected: 'transaction.rejected',
    scheduled: 'transaction.scheduled',
    sent_to_bank: 'transaction.sent_to_bank',
    paid: 'transaction.paid',
    failed: 'transaction.failed',
    cancelled: 'transaction.cancelled',
  },
  // However its intake ended.
  job: {
    completed_success: 'payment.job.completed',
    completed_partial: 'payment.job.completed',
    completed_rejected: 'payment.job.completed',
    failed_system: 'payment.job.completed',
    cancelled: 'payment.job.completed',
  },
  checkout_session: {
    complete: 'checkout.session.completed',
    expired: 'checkout.session.expired',
    failed: 'checkout.session.failed',
  },
  beneficiary: {
    pending_approval: 'beneficiary.pending_approval',
    approved: 'beneficiary.approved',
    rejected: 'beneficiary.rejected',
    change_pending: 'beneficiary.change_pending',
    changed: 'beneficiary.changed',
    change_rejected: 'beneficiary.change_rejected',
    deactivated: 'beneficiary.deactivated',
  },
  payout_checkout_session: {
    submitted: 'payout_checkout.session.submitted',
    cancelled: 'payout_checkout.session.cancelled',
    expired: 'payout_checkout.session.expired',
  },
};

/**
 * Whether the money of a payout came back after credit: the payout has failed, and its event says that it was paid
 * before.
 */
export const isReturn = ({
  subjectKind,
  from,
}: Pick<JournalEntry, 'subjectKind' | 'from'>): boolean =>
  subjectKind === 'payout' && from === 'paid';

/** The event type of a change of state, the last one if there are several; undefined if the change has no event. */
export const eventTypeOf = (entry: JournalEntry): EventType | undefined => {
  const { subjectKind, from, to } = entry;
  if (isReturn(entry)) return 'transaction.returned';
  // A card was charged too late, and is given back: the events of the session already say how it ended.
  if (subjectKind === 'checkout_session' && from === to) return undefined;
  return TYPES[subjectKind]?.[to];
};
