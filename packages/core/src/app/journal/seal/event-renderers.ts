import { beneficiaryEvents } from '../../beneficiary/beneficiary-events.js';
import { collectionEvents } from '../../collection/checkout/collection-events.js';
import { jobEvents } from '../../intake/view/job-events.js';
import { payoutCheckoutEvents } from '../../payout-checkout/checkout-events.js';
import { payoutEvents } from '../../payout/report/payout-events.js';
import type { SubjectKind } from '../../../model/journal/entry/entry.js';
import type { Renderer } from '../../event/renderer.js';

/** The event renderer of each kind of subject; a subject without events needs none. */
export const EVENT_RENDERERS: Readonly<Partial<Record<SubjectKind, Renderer>>> = {
  payout: payoutEvents,
  job: jobEvents,
  beneficiary: beneficiaryEvents,
  checkout_session: collectionEvents,
  payout_checkout_session: payoutCheckoutEvents,
};
