import type * as t from 'io-ts';
import { describedRecord } from '../../kernel/codecs/record.js';
import { Via } from '../../kernel/values/via.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import { transactionObject } from '../../model/payout/payout-view.js';
import { TransactionObject } from '../../model/payout/transaction-object.js';

/** A payout that waits for a decision: its transaction object, and the key that it came by. */
export const AwaitingPayout = describedRecord(
  'AwaitingPayout',
  'A payout that waits for approval, with the API key used to create it.',
  TransactionObject.required,
  { ...TransactionObject.optional, via: Via },
);
export type AwaitingPayout = t.TypeOf<typeof AwaitingPayout>;

export const awaitingPayout = (payout: AcceptedPayout, via?: Via): AwaitingPayout => ({
  ...transactionObject(payout),
  ...(via !== undefined && { via }),
});
