import * as t from 'io-ts';
import { E } from '../kernel/fp.js';
import { UserId } from '../kernel/values/ids.js';
import type { SettingsChangeKind } from '../settings/change-kind.js';
import { User } from '../tenancy/user.js';
import { PersonNotFound, SuspensionOver } from './people-errors.js';
import { reinstate } from './suspension.js';

const { suspended } = User.optional;

// The suspension, and not the user alone: an approval takes back no other one that came meanwhile.
const Reinstatement = t.strict({ userId: UserId, suspended });

/** A suspension that is taken back. It goes on, with all that it ends, until then. */
export const reinstatePersonChange: SettingsChangeKind<
  t.TypeOf<typeof Reinstatement>,
  PersonNotFound | SuspensionOver
> = {
  name: 'reinstate_person',
  permissions: ['settings.edit'],
  payload: Reinstatement,
  details: ({ userId, suspended }) => ({
    userId,
    suspendedAt: suspended.at,
    suspendedBy: suspended.by,
  }),
  check: async ({ tenancy }, tenant, { userId, suspended }) => {
    const [person] = await tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    const now = person.user.suspended;
    return now?.at === suspended.at && now.by === suspended.by
      ? E.right(null)
      : E.left(SuspensionOver(userId));
  },
  make: async (stores, tenant, { userId }, making) => {
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) throw new Error('a user who was just there is gone');
    await reinstate(stores, tenant, person.user, making);
  },
};
