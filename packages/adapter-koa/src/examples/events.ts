import { createHash } from 'node:crypto';
import { eventHash, FIRST_HASH } from '@hundi/core/wire';
import { transaction } from './payments.js';

const event = {
  id: 'evt_019cadb6b2f83f6d2a41c09be875',
  type: 'transaction.paid',
  created: transaction.timestamps.paidAt,
  sequence: transaction.sequence,
  data: { object: transaction, previousStatus: 'sent_to_bank' },
};

// The chain holds in the example too.
const bodyHash = createHash('sha256').update(JSON.stringify(event)).digest('hex');

export const eventPage = {
  items: [
    {
      position: 1,
      previousHash: FIRST_HASH,
      hash: eventHash(FIRST_HASH, 1, bodyHash),
      bodyHash,
      event,
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: 'v1.8pQd3nX0aWx5' },
};
