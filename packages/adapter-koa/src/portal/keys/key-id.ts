import { documented } from '@hundi/core/wire';
import * as t from 'io-ts';

/** The id of a key in a path: any text, for an unknown one is just not found. */
export const KeyId = documented(
  t.refinement(t.string, () => true, 'KeyId'),
  {
    type: 'string',
    description: 'The keyId of a key.',
  },
);
