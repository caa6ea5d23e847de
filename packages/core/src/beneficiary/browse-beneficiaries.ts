import { ActorNotFound } from '../access/access-errors.js';
import { may } from '../access/actor.js';
import { E } from '../fp.js';
import type { UserId } from '../kernel/ids.js';
import type { Page } from '../kernel/page.js';
import type { Tenant } from '../kernel/tenant.js';
import type { BankDirectory } from '../ports/bank-directory.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import type { BeneficiaryListRequest } from './beneficiary-store.js';
import { NotABeneficiaryReader } from './beneficiary-errors.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';

export type BrowseBeneficiariesError = ActorNotFound | NotABeneficiaryReader;

/**
 * Lists payees in one state, or in any, for people who make or approve them. A payee is the whole corporate's:
 * what packages and debit accounts a person's roles reach says whom they pay, not whom they see.
 */
export type BrowseBeneficiaries = (
  tenant: Tenant,
  request: BeneficiaryListRequest & { readonly userId: UserId },
) => Promise<E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>>;
export const BrowseBeneficiaries = token<BrowseBeneficiaries>('BrowseBeneficiaries');

export const makeBrowseBeneficiaries =
  (storage: Storage, banks: BankDirectory): BrowseBeneficiaries =>
  (tenant, { userId, ...request }) =>
    storage.read<E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>>(
      async ({ tenancy, beneficiaries }) => {
        const [actor] = await tenancy.actors(tenant, [userId]);
        if (actor === undefined) return E.left(ActorNotFound(userId));
        if (!may(actor, 'beneficiary.make') && !may(actor, 'beneficiary.approve'))
          return E.left(NotABeneficiaryReader(userId));
        const page = await beneficiaries.list(tenant, request);
        return E.right({ ...page, items: page.items.map((one) => browsedBeneficiary(one, banks)) });
      },
    );
