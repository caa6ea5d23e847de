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
import type { BeneficiaryStore } from '../storage/beneficiary-store.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { AccountNumber } from '../kernel/values/text.js';
import type { Beneficiary } from './payee/beneficiary.js';
import { looksLike } from './payee/look-alike.js';
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
        const lookAlikes = await lookAlikesOf(beneficiaries, tenant, page.items);
        return E.right({
          ...page,
          items: page.items.map((one) => browsedBeneficiary(one, banks, lookAlikes(one))),
        });
      },
    ),
  );

const numbersOf = ({ accounts }: Beneficiary): ReadonlyArray<AccountNumber> =>
  accounts.map(({ accountNumber }) => accountNumber);

/**
 * For each payee that awaits a checker: those of the corporate with an account of it, whose names look like its own. The
 * roles of the checker do not matter: they know the name and the account.
 */
const lookAlikesOf = async (
  { withAccounts }: BeneficiaryStore,
  tenant: Tenant,
  payees: ReadonlyArray<Beneficiary>,
): Promise<(payee: Beneficiary) => ReadonlyArray<Beneficiary>> => {
  const waiting = payees.filter(({ state }) => state === 'pending_approval');
  const others = waiting.length === 0 ? [] : await withAccounts(tenant, waiting.flatMap(numbersOf));
  return (payee) =>
    payee.state !== 'pending_approval'
      ? []
      : others
          .filter(
            (other) =>
              looksLike(payee.name, other.name) &&
              numbersOf(other).some((number) => numbersOf(payee).includes(number)),
          )
          .sort((a, b) => (a.beneficiaryId < b.beneficiaryId ? -1 : 1));
};
