import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { UserId } from '../../kernel/values/ids.js';
import type { SettingsChangeKind } from '../settings/change-kind.js';
import { record } from '../../kernel/codecs/record.js';
import { Hold } from '../../model/tenancy/corporate.js';
import { User } from '../../model/tenancy/user.js';
import { holdOn, isAskedSince } from './holds.js';
import { HeldSince, PersonNotFound, SuspensionOver } from './people-errors.js';
import { reinstating, suspendedKeysOf, type SuspendedKey } from './suspension.js';

const { suspended } = User.optional;

// The suspension, and not the user alone: an approval takes back no other one that came meanwhile.
const Reinstatement = record(
  'Reinstatement',
  { userId: UserId, suspended },
  {
    /** The hold on the user's payouts, null where there was none: an approval bounds no other. Absent on older proposals. */
    hold: t.union([Hold, t.null]),
  },
);

/** A suspension that is taken back. It goes on, with all that it ends, until then. */
export const reinstatePersonChange: SettingsChangeKind<
  t.TypeOf<typeof Reinstatement>,
  PersonNotFound | SuspensionOver | HeldSince,
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
  check: async (stores, tenant, { userId, suspended, hold }) => {
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    const now = person.user.suspended;
    if (now?.at !== suspended.at || now.by !== suspended.by) return E.left(SuspensionOver(userId));
    const held = holdOn(await stores.tenancy.corporate(tenant), userId);
    if (hold !== undefined && isAskedSince(held, hold)) return E.left(HeldSince(userId));
    return E.right({ user: person.user, keys: await suspendedKeysOf(stores, tenant, userId) });
  },
  make: (tenant, _, making, { user, keys }) => reinstating(tenant, user, keys, making),
};
