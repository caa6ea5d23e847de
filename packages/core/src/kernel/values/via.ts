import * as t from 'io-ts';
import { alias, documented } from '../codecs/documented.js';
import { record } from '../codecs/record.js';

/** By which key something came: a partner key, or the secret key of a collection checkout. */
export const Via = documented(
  record('Via', {
    keyId: alias(t.string, { description: 'The id of the partner key or secret key.' }),
  }),
  { description: 'The API key used; absent if a user or the service itself acted.' },
);
export type Via = t.TypeOf<typeof Via>;
