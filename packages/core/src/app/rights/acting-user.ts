import { E } from '../../kernel/fp.js';
import { invalid, InvalidInput } from '../../kernel/codecs/decode.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { ActorNotFound } from '../../model/access/access-errors.js';
import type { Stores } from '../../storage/storage.js';
import type { User } from '../../model/tenancy/user.js';

/** Why a key may not act as a user. */
export const ACTS_AS_SERVICE =
  'expected a user of the corporate with kind service: a key cannot act as a person';

/** Neither the request nor the key names a user, and the corporate has not exactly one service user. */
export const NOBODY_TO_ACT_AS = InvalidInput([
  {
    pointer: '/initiatedByUserId',
    code: 'required',
    detail:
      'is required: the key is bound to no user, and the corporate does not have exactly one service user',
  },
]);

/** Approved or not: whether they may act is looked at next, and said as such. */
export const onlyServiceUser = (users: ReadonlyArray<User>): UserId | undefined => {
  const [first, ...others] = users.filter(({ kind }) => kind === 'service');
  return others.length === 0 ? first?.userId : undefined;
};

/** The user as whom a partner key acts: the one named, else the corporate's only service user (decisions §3). */
export const actingUser = async (
  { tenancy }: Stores,
  tenant: Tenant,
  named: UserId | undefined,
): Promise<E.Either<InvalidInput, UserId>> => {
  const userId = named ?? onlyServiceUser(await tenancy.users(tenant));
  return userId === undefined ? E.left(NOBODY_TO_ACT_AS) : E.right(userId);
};

const cannotActAs = (detail: string): InvalidInput =>
  InvalidInput([invalid('/actsAsUserId', detail)]);

/** A new key acts as itself, or as a service user of the corporate who is not suspended. */
export const mayActAsUser = async (
  { tenancy }: Stores,
  tenant: Tenant,
  actsAsUserId: UserId | undefined,
): Promise<E.Either<ActorNotFound | InvalidInput, null>> => {
  if (actsAsUserId === undefined) return E.right(null);
  const [known] = await tenancy.actors(tenant, [actsAsUserId]);
  if (known === undefined) return E.left(ActorNotFound(actsAsUserId));
  if (known.user.kind !== 'service') return E.left(cannotActAs(ACTS_AS_SERVICE));
  return known.user.suspended === undefined
    ? E.right(null)
    : E.left(cannotActAs('expected a user who is not suspended'));
};
