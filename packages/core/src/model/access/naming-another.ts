import { E } from '../../kernel/fp.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import type { UserId } from '../../kernel/values/ids.js';

/** The members by which a body of the partner API names who acts (§5). */
const NAMING = ['initiatedByUserId', 'actorUserId', 'makerUserId'] as const;

/**
 * Refuses the body of a person in the portal that names another user as the one who acts: the session says who acts, and
 * to ignore the name would do in one person's name what was asked for in another's.
 */
export const refuseNamingAnother = (
  person: UserId,
  body: unknown,
): E.Either<InvalidInput, undefined> => {
  const named = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const others = NAMING.filter(
    (member) => Object.hasOwn(named, member) && named[member] !== person,
  );
  return others.length === 0
    ? E.right(undefined)
    : E.left(
        InvalidInput(
          others.map((member) => ({
            pointer: `/${member}`,
            code: 'forbidden',
            detail: 'names another user: leave it out, you act as yourself here',
          })),
        ),
      );
};
