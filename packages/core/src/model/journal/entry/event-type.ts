/** When the engine sends each type of event (decisions §11). A type without a sentence does not compile. */
export const EVENT_MEANINGS = {
  'transaction.pending_approval': 'intake accepted a payout, and it waits for approval',
  'transaction.partially_approved':
    'one level of approval is done, and a payout waits for the next one',
  'transaction.approved': 'a payout has all approvals that it needs',
  'transaction.rejected':
    'intake or a checker rejected a payout, or it was not approved in time; no money moved',
  'transaction.scheduled': 'a payout is approved and waits for its date or for a cut-off',
  'transaction.sent_to_bank': 'the intent to send a payout is recorded; the bank may execute it',
  'transaction.paid': 'the bank has executed a payout; it has a UTR',
  'transaction.failed':
    'the bank refused a payout, or it came back after credit; `statusDetails` says whether to try again',
  'transaction.cancelled': 'a payout was cancelled before it was sent; no money moved',
  'transaction.returned':
    'the money of a paid payout came back; comes beside `transaction.failed`, with the same `sequence`',
  'payment.job.result_page':
    'intake of a batch has ended; one event for each 100 rows, with the outcome of each row',
  'payment.job.completed':
    'intake of a batch has ended: its rows are judged, and not yet approved or paid',
  'beneficiary.pending_approval': 'a payee was created, or sent again, and waits for a checker',
  'beneficiary.approved': 'a payee may be paid',
  'beneficiary.rejected': 'a checker rejected a payee',
  'beneficiary.change_pending':
    'a change of a payee waits for a checker; the old values stay in force',
  'beneficiary.changed': 'a payee has new values; open payouts keep the old ones',
  'beneficiary.change_rejected': 'a checker rejected a change of a payee; the old values stay',
  'beneficiary.deactivated': 'a payee may no longer be paid',
  'payout_checkout.session.submitted':
    'a maker authorized the payout of a session on the page; the payout exists',
  'payout_checkout.session.cancelled': 'the maker cancelled a session; there is no payout',
  'payout_checkout.session.expired': 'the time of a session was over; there is no payout',
  'checkout.session.completed': 'a customer paid by card; the only proof that fulfils an order',
  'checkout.session.expired': 'nobody paid a card session in time, or the merchant ended it',
  'checkout.session.failed': 'a card session ended after its last declined card',
  'webhook.test': 'a person tests an endpoint; sent to this endpoint alone, and not in the feed',
} as const;

/** The type of an event (§6). */
export type EventType = keyof typeof EVENT_MEANINGS;

/** Every type of event. */
export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as ReadonlyArray<EventType>;
