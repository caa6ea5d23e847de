import { may } from '../../model/access/actor.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';
import { MakerNotAuthorized } from '../../model/payout-checkout/session/checkout-errors.js';

/** Whether somebody is a real approved person who may make payouts at this moment (§4.10). */
export const mayBeMaker = (actor: Actor): boolean =>
  actor.user.kind === 'human' && may(actor, 'transaction.make');

/** The maker, if they are a real approved person who may make payouts at this moment (§4.10). */
export const makerOf = async (
  { tenancy }: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<E.Either<MakerNotAuthorized, Actor>> => {
  const [actor] = await tenancy.actors(tenant, [userId]);
  return actor !== undefined && mayBeMaker(actor)
    ? E.right(actor)
    : E.left(MakerNotAuthorized(userId));
};
