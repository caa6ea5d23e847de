import { ActorNotFound } from '../access/access-errors.js';
import { may, reachOf } from '../access/actor.js';
import { E } from '../kernel/fp.js';
import type { PackageCode, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Stores } from '../storage/storage.js';
import type { Actor } from '../tenancy/user.js';
import { NotABeneficiaryReader } from './payee/beneficiary-errors.js';

/** The permissions that let a user look at payees. */
const LOOKING = ['beneficiary.make', 'beneficiary.approve'] as const;

/** The packages whose payees somebody may look at. */
export const packagesLookedAt = (actor: Actor): ReadonlySet<PackageCode> =>
  new Set(LOOKING.flatMap((permission) => [...reachOf(actor, permission).packageCodes]));

/** The packages whose payees a person may look at, or why there are none. */
export const lookingReach = async (
  tenancy: Stores['tenancy'],
  tenant: Tenant,
  userId: UserId,
): Promise<E.Either<ActorNotFound | NotABeneficiaryReader, ReadonlySet<PackageCode>>> => {
  const [actor] = await tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  if (!LOOKING.some((permission) => may(actor, permission)))
    return E.left(NotABeneficiaryReader(userId));
  return E.right(packagesLookedAt(actor));
};
