import * as t from 'io-ts';
import { FactorKind } from '../../kernel/values/factor-kind.js';
import { about } from '../../kernel/codecs/documented.js';
import { RoleCode, UserId } from '../../kernel/values/ids.js';
import { describedRecord, shownAs } from '../../kernel/codecs/record.js';
import { KeptEmail, Name } from '../../kernel/values/text.js';
import { EpochMs } from '../../kernel/values/time.js';
import { isPersonFor } from '../rights/deputized.js';
import { permissionsOf } from '../portal/portal-person.js';
import type { Hold } from '../../model/tenancy/corporate.js';
import { Permission, User, type Actor } from '../../model/tenancy/user.js';

const { kind, approvalState } = User.required;

/** A user of a corporate, person or service, as people see them. Times in epoch ms. */
export const PersonView = describedRecord(
  'PersonView',
  'A user of the corporate.',
  {
    userId: UserId,
    username: Name,
    kind,
    approvalState,
    roleCodes: t.readonlyArray(RoleCode),
    permissions: about(
      t.readonlyArray(Permission),
      'The current permissions of the user: none while suspended.',
    ),
    isSuspended: t.boolean,
  },
  {
    email: KeptEmail,
    suspendedAt: EpochMs,
    suspendedBy: about(
      t.string,
      'The user who suspended them, or `provision` if the bank removed them from its provision document.',
    ),
    heldAt: about(
      EpochMs,
      'Since when payouts that they created or approved, and those of their keys, are held until a second person releases them.',
    ),
    heldBy: UserId,
    heldAlsoBy: about(
      t.readonlyArray(UserId),
      'Who asked for the hold again; they cannot release it either.',
    ),
    factorKinds: about(
      t.readonlyArray(FactorKind),
      'The kind of each active second factor of the user; only in lists.',
    ),
  },
);
export type PersonView = t.TypeOf<typeof PersonView>;

export const personView = (actor: Actor, hold?: Hold): PersonView => {
  const { user } = actor;
  return shownAs(PersonView, {
    ...user,
    permissions: permissionsOf(actor).filter((one) => isPersonFor(actor, one)),
    isSuspended: user.suspended !== undefined,
    suspendedAt: user.suspended?.at,
    suspendedBy: user.suspended?.by,
    heldAt: hold?.at,
    heldBy: hold?.by,
    heldAlsoBy: hold?.alsoBy,
  });
};
