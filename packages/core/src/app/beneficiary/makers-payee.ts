import { ActorNotFound } from '../../model/access/access-errors.js';
import { may, reachOf } from '../../model/access/actor.js';
import { E } from '../../kernel/fp.js';
import type { BeneficiaryId, PackageCode, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import {
  BeneficiaryNotFound,
  NotABeneficiaryMaker,
} from '../../model/beneficiary/payee/beneficiary-errors.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';

/** A payee that one of a maker's roles reaches, and the packages that these roles reach. */
interface MakersPayee {
  readonly payee: Beneficiary;
  readonly reach: ReadonlySet<PackageCode>;
}

interface MakersInput {
  readonly initiatedByUserId: UserId;
  readonly beneficiaryId: BeneficiaryId;
}

/** The payee that a maker wants to correct; one that no role of theirs reaches is absent for them. */
export const makersPayee = async (
  { tenancy, beneficiaries }: Pick<Stores, 'tenancy' | 'beneficiaries'>,
  tenant: Tenant,
  { initiatedByUserId: maker, beneficiaryId }: MakersInput,
): Promise<E.Either<ActorNotFound | NotABeneficiaryMaker | BeneficiaryNotFound, MakersPayee>> => {
  const [actor] = await tenancy.actors(tenant, [maker]);
  if (actor === undefined) return E.left(ActorNotFound(maker));
  if (!may(actor, 'beneficiary.make')) return E.left(NotABeneficiaryMaker(actor.user.userId));
  const payee = await beneficiaries.find(tenant, beneficiaryId);
  const { packageCodes: reach } = reachOf(actor, 'beneficiary.make');
  return payee?.packageCodes.some((code) => reach.has(code))
    ? E.right({ payee, reach })
    : E.left(BeneficiaryNotFound());
};
