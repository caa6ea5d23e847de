import { documented } from '@hundi/core/wire';
import * as t from 'io-ts';

/** A query parameter that must not be sent. */
export const NotAccepted = documented(
  new t.Type<undefined, undefined>(
    'NotAccepted',
    t.undefined.is,
    (u, context) =>
      u === undefined
        ? t.success(undefined)
        : t.failure(u, context, 'no such parameter: the API key identifies the corporate'),
    t.identity,
  ),
  { description: 'Must not be sent: the API key identifies the corporate.' },
);
