import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { may, reachOf } from '../../model/access/actor.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import { isUsable, type PaymentPackage } from '../../model/package/payment-package.js';
import { lookThrough } from '../../storage/look.js';
import { NotABeneficiaryMaker } from '../../model/beneficiary/payee/beneficiary-errors.js';

/** A package for which a person may create payees. */
export type MakersPackage = Pick<PaymentPackage, 'packageCode' | 'name'>;

type ListMakersPackagesError = ActorNotFound | NotABeneficiaryMaker;

/** Lists the packages for which the person may create payees now, by their codes. */
export type ListMakersPackages = ListUseCase<
  ActorInput,
  ListMakersPackagesError,
  ReadonlyArray<MakersPackage>
>;
export const ListMakersPackages = token<ListMakersPackages>('ListMakersPackages');

export const makeListMakersPackages = lookThrough(
  ListMakersPackages,
  ActorInput,
  async ({ tenancy }, tenant, { actorUserId }) => {
    const [actor] = await tenancy.actors(tenant, [actorUserId]);
    if (actor === undefined) return E.left(ActorNotFound(actorUserId));
    if (!may(actor, 'beneficiary.make')) return E.left(NotABeneficiaryMaker(actorUserId));
    const { packageCodes } = reachOf(actor, 'beneficiary.make');
    const packages = await tenancy.packages(tenant, [...packageCodes]);
    return E.right(
      packages
        .filter(isUsable)
        .map(({ packageCode, name }) => ({ packageCode, name }))
        .sort((a, b) => (a.packageCode < b.packageCode ? -1 : 1)),
    );
  },
);
