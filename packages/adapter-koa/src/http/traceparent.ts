import { E, Traceparent } from '@hundi/core';
import { documented } from '@hundi/core/wire';
import * as t from 'io-ts';

/** The W3C trace context of a request. One that breaks the format, or is sent twice, is as good as none. */
export const TraceparentHeader: t.Type<Traceparent | undefined, unknown> = documented(
  new t.Type<Traceparent | undefined, unknown>(
    'TraceparentHeader',
    (u): u is Traceparent | undefined => u === undefined || Traceparent.is(u),
    (u) => {
      const [value, ...others] = Array.isArray(u) ? (u as ReadonlyArray<unknown>) : [];
      const read = Traceparent.decode(value);
      return t.success(E.isRight(read) && others.length === 0 ? read.right : undefined);
    },
    t.identity,
  ),
  { type: 'string', description: 'W3C Trace Context. An invalid value is ignored.' },
);
