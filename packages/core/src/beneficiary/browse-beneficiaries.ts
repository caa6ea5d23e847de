import type * as t from 'io-ts';
import { ActorNotFound } from '../access/access-errors.js';
import { may, reachOf } from '../access/actor.js';
import { E } from '../kernel/fp.js';
import { record } from '../kernel/codecs/record.js';
import { listUseCase, type ListUseCase } from '../kernel/use-case/use-case.js';
import { UserId } from '../kernel/values/ids.js';
import { PageRequest, type Page } from '../kernel/values/page.js';
import { SearchText } from '../kernel/values/search-text.js';
import type { BankDirectory } from '../ports/bank-directory.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import { NotABeneficiaryReader } from './payee/beneficiary-errors.js';
import {
  BeneficiaryState,
  browsedBeneficiary,
  type BrowsedBeneficiary,
} from './browsed-beneficiary.js';

const BrowseBeneficiariesInput = record(
  'BrowseBeneficiariesInput',
  { actorUserId: UserId, ...PageRequest.required },
  { state: BeneficiaryState, search: SearchText },
);
type BrowseBeneficiariesInput = t.TypeOf<typeof BrowseBeneficiariesInput>;

export type BrowseBeneficiariesError = ActorNotFound | NotABeneficiaryReader;

/**
 * Lists payees in one state, or in any, for people who make or approve them: those that have a package which
 * one of their roles for that reaches.
 */
export type BrowseBeneficiaries = ListUseCase<
  BrowseBeneficiariesInput,
  BrowseBeneficiariesError,
  Page<BrowsedBeneficiary>
>;
export const BrowseBeneficiaries = token<BrowseBeneficiaries>('BrowseBeneficiaries');

/** The permissions that let a user list payees. */
const LOOKING = ['beneficiary.make', 'beneficiary.approve'] as const;

export const makeBrowseBeneficiaries = (
  storage: Storage,
  banks: BankDirectory,
): BrowseBeneficiaries =>
  listUseCase(BrowseBeneficiariesInput, (tenant, { actorUserId, ...request }) =>
    storage.read<E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>>(
      async ({ tenancy, beneficiaries }) => {
        const [actor] = await tenancy.actors(tenant, [actorUserId]);
        if (actor === undefined) return E.left(ActorNotFound(actorUserId));
        if (!LOOKING.some((permission) => may(actor, permission)))
          return E.left(NotABeneficiaryReader(actorUserId));
        const packageCodes = new Set(
          LOOKING.flatMap((permission) => [...reachOf(actor, permission).packageCodes]),
        );
        const page = await beneficiaries.list(tenant, { ...request, packageCodes });
        return E.right({ ...page, items: page.items.map((one) => browsedBeneficiary(one, banks)) });
      },
    ),
  );
