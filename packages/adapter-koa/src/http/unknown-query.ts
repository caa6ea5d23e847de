import { E, InvalidInput } from '@hundi/core';

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Refuses query parameters that a call does not know: `?dryRun=true` must never pay. The fault names each of them.
 */
export const refuseUnknownQuery = (
  known: object,
  query: unknown,
): E.Either<InvalidInput, undefined> => {
  const unknown = Object.keys(query ?? {}).filter((name) => !Object.hasOwn(known, name));
  return unknown.length === 0
    ? E.right(undefined)
    : E.left(
        InvalidInput(
          unknown.map((name) => ({
            pointer: `/query/${escaped(name)}`,
            code: 'unknown',
            detail: 'is not a parameter of this request: remove it',
          })),
        ),
      );
};
