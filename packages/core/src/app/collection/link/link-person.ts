import { ActorNotFound } from '../../../model/access/access-errors.js';
import { may } from '../../../model/access/actor.js';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import { NotALinkMaker } from '../../../model/collection/session/collection-errors.js';

/** Whether an actor may create payment links: a person with the permission for it (§4.13). */
export const linkPerson = async (
  { tenancy }: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<E.Either<ActorNotFound | NotALinkMaker, undefined>> => {
  const [actor] = await tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  return actor.user.kind === 'human' && may(actor, 'payment_link.make')
    ? E.right(undefined)
    : E.left(NotALinkMaker(userId));
};
