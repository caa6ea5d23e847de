import { documented, factsOf } from '@hundi/core/wire';
import * as t from 'io-ts';

/** A well-formed id that the engine never gives out. */
export const ABSENT = '00000000-0000-7000-8000-000000000000';

/**
 * An id in a path. One that cannot be an id is read as one that does not exist: it gets the same answer, after
 * the same checks, as any other absent id (decisions §2).
 *
 * @param absent an id of that shape which the engine never gives out
 */
export const pathId = <A extends string>(
  id: t.Type<A, string>,
  absent = ABSENT,
): t.Type<A, string> =>
  documented(
    new t.Type<A, string>(
      id.name,
      id.is,
      (u) => t.success(id.is(u) ? u : (absent as A)),
      id.encode,
    ),
    { ...factsOf(id) },
  );
