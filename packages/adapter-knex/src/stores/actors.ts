import { Role, stored, User, type Actor } from '@hundi/core';

/** A user, or a role of the corporate. */
export interface ActorRow {
  readonly kind: 'user' | 'role';
  readonly record: string;
}

/** Users with the roles that they hold. */
export const actorsOf = (rows: ReadonlyArray<ActorRow>): ReadonlyArray<Actor> => {
  const roles = new Map(
    rows
      .filter(({ kind }) => kind === 'role')
      .map(({ record }) => stored(Role, record))
      .map((role) => [role.roleCode, role]),
  );
  return rows
    .filter(({ kind }) => kind === 'user')
    .map(({ record }) => stored(User, record))
    .map((user) => ({
      user,
      roles: user.roleCodes.flatMap((code) => roles.get(code) ?? []),
    }));
};
