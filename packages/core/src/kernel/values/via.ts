import * as t from 'io-ts';
import { about } from '../codecs/documented.js';
import { describedRecord } from '../codecs/record.js';

/** The key by which something came (decisions §3): a partner key, or the secret key of a collection checkout. */
export const Via = describedRecord(
  'Via',
  'The API key used; absent if a user or the service itself acted.',
  {
    keyId: about(t.string, 'The id of the partner key or secret key.'),
  },
);
export type Via = t.TypeOf<typeof Via>;
