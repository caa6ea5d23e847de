import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { UserId } from '../../kernel/values/ids.js';
import type { SettingsChangeKind } from '../settings/change-kind.js';
import { User } from '../../model/tenancy/user.js';
import { PersonNotFound, SuspensionOver } from './people-errors.js';
import { reinstating, suspendedKeysOf, type SuspendedKey } from './suspension.js';

const { suspended } = User.optional;

// The suspension, and not the user alone: an approval takes back no other one that came meanwhile.
const Reinstatement = t.strict({ userId: UserId, suspended });

/** A suspension that is taken back. It goes on, with all that it ends, until then. */
export const reinstatePersonChange: SettingsChangeKind<
  t.TypeOf<typeof Reinstatement>,
  PersonNotFound | SuspensionOver,
  { readonly user: User; readonly keys: ReadonlyArray<SuspendedKey> }
> = {
  name: 'reinstate_person',
  permissions: ['settings.edit'],
  payload: Reinstatement,
  details: ({ userId, suspended }) => ({
    userId,
    suspendedAt: suspended.at,
    suspendedBy: suspended.by,
  }),
  check: async (stores, tenant, { userId, suspended }) => {
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    const now = person.user.suspended;
    return now?.at === suspended.at && now.by === suspended.by
      ? E.right({ user: person.user, keys: await suspendedKeysOf(stores, tenant, userId) })
      : E.left(SuspensionOver(userId));
  },
  make: (tenant, _, making, { user, keys }) => reinstating(tenant, user, keys, making),
};
