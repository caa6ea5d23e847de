import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { JobId, TransactionId } from '../../../kernel/values/ids.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { Instant } from '../../../kernel/values/time.js';

const AcceptedPayment = record('AcceptedPayment', {
  transactionId: TransactionId,
  transactionReference: t.string,
});

/** The answer to an accepted batch (§2.6). */
export const AcceptedBatch = describedRecord(
  'AcceptedBatch',
  'An accepted batch with its payments in the order of the request (§2.6).',
  {
    jobId: JobId,
    status: t.literal('queued'),
    apiRefNumber: about(t.string, 'As sent in the request.'),
    requestedAt: Instant,
    message: t.string,
    transactions: t.readonlyArray(AcceptedPayment),
  },
);
export type AcceptedBatch = t.TypeOf<typeof AcceptedBatch>;
