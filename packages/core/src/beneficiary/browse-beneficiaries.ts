import { ActorNotFound } from '../access/access-errors.js';
import { may, reachOf } from '../access/actor.js';
import { E } from '../kernel/fp.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Page } from '../kernel/values/page.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { BankDirectory } from '../ports/bank-directory.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import type { BeneficiaryListRequest } from '../storage/beneficiary-store.js';
import { NotABeneficiaryReader } from './payee/beneficiary-errors.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';

export type BrowseBeneficiariesError = ActorNotFound | NotABeneficiaryReader;

/**
 * Lists payees in one state, or in any, for people who make or approve them: those that have a package which
 * one of their roles for that reaches.
 */
export type BrowseBeneficiaries = (
  tenant: Tenant,
  request: Omit<BeneficiaryListRequest, 'packageCodes'> & { readonly userId: UserId },
) => Promise<E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>>;
export const BrowseBeneficiaries = token<BrowseBeneficiaries>('BrowseBeneficiaries');

/** The permissions that let a user list payees. */
const LOOKING = ['beneficiary.make', 'beneficiary.approve'] as const;

export const makeBrowseBeneficiaries =
  (storage: Storage, banks: BankDirectory): BrowseBeneficiaries =>
  (tenant, { userId, ...request }) =>
    storage.read<E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>>(
      async ({ tenancy, beneficiaries }) => {
        const [actor] = await tenancy.actors(tenant, [userId]);
        if (actor === undefined) return E.left(ActorNotFound(userId));
        if (!LOOKING.some((permission) => may(actor, permission)))
          return E.left(NotABeneficiaryReader(userId));
        const packageCodes = new Set(
          LOOKING.flatMap((permission) => [...reachOf(actor, permission).packageCodes]),
        );
        const page = await beneficiaries.list(tenant, { ...request, packageCodes });
        return E.right({ ...page, items: page.items.map((one) => browsedBeneficiary(one, banks)) });
      },
    );
