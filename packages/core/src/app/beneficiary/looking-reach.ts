import { ActorNotFound } from '../../model/access/access-errors.js';
import { may, reachOf } from '../../model/access/actor.js';
import { withPrincipals } from '../rights/deputized.js';
import { E } from '../../kernel/fp.js';
import type { PackageCode, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';
import { NotABeneficiaryReader } from '../../model/beneficiary/payee/beneficiary-errors.js';

/** The permissions that let a user look at payees. */
const LOOKING = ['beneficiary.make', 'beneficiary.approve'] as const;

/** The packages whose payees somebody may look at: a deputy at those on which they may decide, too. */
export const packagesLookedAt = async (
  stores: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  actor: Actor,
  now: EpochMs,
): Promise<ReadonlySet<PackageCode>> => {
  const { principals } = await withPrincipals(
    stores,
    tenant,
    { actor, permission: 'beneficiary.approve' },
    now,
  );
  const own = LOOKING.flatMap((permission) => [...reachOf(actor, permission).packageCodes]);
  const lent = principals.flatMap((one) => [...reachOf(one, 'beneficiary.approve').packageCodes]);
  return new Set([...own, ...lent]);
};

/** The packages whose payees a person may look at, or why there are none. */
export const lookingReach = async (
  stores: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
  userId: UserId,
  now: EpochMs,
): Promise<E.Either<ActorNotFound | NotABeneficiaryReader, ReadonlySet<PackageCode>>> => {
  const [actor] = await stores.tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  const packages = await packagesLookedAt(stores, tenant, actor, now);
  return packages.size === 0 && !LOOKING.some((permission) => may(actor, permission))
    ? E.left(NotABeneficiaryReader(userId))
    : E.right(packages);
};
