import * as t from 'io-ts';
import { alias, documented } from '../../../kernel/codecs/documented.js';
import { JobId, TransactionId } from '../../../kernel/values/ids.js';
import { record } from '../../../kernel/codecs/record.js';
import { Instant } from '../../../kernel/values/time.js';

const AcceptedPayment = record('AcceptedPayment', {
  transactionId: TransactionId,
  transactionReference: t.string,
});

/** The answer to an accepted batch (§2.6). */
export const AcceptedBatch = documented(
  record('AcceptedBatch', {
    jobId: JobId,
    status: t.literal('queued'),
    apiRefNumber: alias(t.string, { description: 'As sent in the request.' }),
    requestedAt: Instant,
    message: t.string,
    transactions: t.readonlyArray(AcceptedPayment),
  }),
  { description: 'An accepted batch with its payments in the order of the request (§2.6).' },
);
export type AcceptedBatch = t.TypeOf<typeof AcceptedBatch>;
