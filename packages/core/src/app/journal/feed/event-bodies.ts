import * as t from 'io-ts';
import { BeneficiaryObject } from '../../beneficiary/beneficiary-object.js';
import { CheckoutSessionEvent } from '../../../model/collection/session/collection-view.js';
import { JobObject, JobResultPage } from '../../intake/view/job-object.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { PayoutCheckoutObject } from '../../payout-checkout/checkout-object.js';
import { TransactionObject } from '../../../model/payout/transaction-object.js';
import { WebhookTestObject } from '../../webhook/manage/test-object.js';
import {
  EVENT_MEANINGS,
  EVENT_TYPES,
  type EventType,
} from '../../../model/journal/entry/event-type.js';
import { EVENT_BEFORE, EVENT_HEAD, EVENT_SEQUENCE } from './feed-item.js';

/** What each type of event is about. A type without an object does not compile. */
const OBJECTS: Readonly<Record<EventType, t.Mixed>> = {
  'transaction.pending_approval': TransactionObject,
  'transaction.partially_approved': TransactionObject,
  'transaction.approved': TransactionObject,
  'transaction.rejected': TransactionObject,
  'transaction.scheduled': TransactionObject,
  'transaction.sent_to_bank': TransactionObject,
  'transaction.paid': TransactionObject,
  'transaction.failed': TransactionObject,
  'transaction.cancelled': TransactionObject,
  'transaction.returned': TransactionObject,
  'payment.job.result_page': JobResultPage,
  'payment.job.completed': JobObject,
  'beneficiary.pending_approval': BeneficiaryObject,
  'beneficiary.approved': BeneficiaryObject,
  'beneficiary.rejected': BeneficiaryObject,
  'beneficiary.change_pending': BeneficiaryObject,
  'beneficiary.changed': BeneficiaryObject,
  'beneficiary.change_rejected': BeneficiaryObject,
  'beneficiary.deactivated': BeneficiaryObject,
  'payout_checkout.session.submitted': PayoutCheckoutObject,
  'payout_checkout.session.cancelled': PayoutCheckoutObject,
  'payout_checkout.session.expired': PayoutCheckoutObject,
  'checkout.session.completed': CheckoutSessionEvent,
  'checkout.session.expired': CheckoutSessionEvent,
  'checkout.session.failed': CheckoutSessionEvent,
  'webhook.test': WebhookTestObject,
};

/** `transaction.paid`: TransactionPaidEvent. */
const nameOf = (type: EventType): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

const bodyOf = (type: EventType): t.Mixed => {
  const isTest = type === 'webhook.test';
  const object = OBJECTS[type];
  return describedRecord(nameOf(type), `Sent when ${EVENT_MEANINGS[type]}.`, {
    ...EVENT_HEAD,
    type: t.literal(type),
    // Only a test is about no change.
    ...(!isTest && EVENT_SEQUENCE),
    data: record(`data of ${type}`, { object }, isTest ? {} : EVENT_BEFORE),
  });
};

/** The body of the deliveries of each type of event, and its `event` in the feed (§6, decisions §11). */
export const EVENT_BODIES = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, bodyOf(type)]),
) as Readonly<Record<EventType, t.Mixed>>;
