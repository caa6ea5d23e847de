import * as t from 'io-ts';
import type { ActorNotFound } from '../access/access-errors.js';
import { E } from '../kernel/fp.js';
import { record } from '../kernel/codecs/record.js';
import { listUseCase, type ListUseCase } from '../kernel/use-case/use-case.js';
import { UserId } from '../kernel/values/ids.js';
import { PageRequest, type Page } from '../kernel/values/page.js';
import { SearchText } from '../kernel/values/search-text.js';
import type { BankDirectory } from '../ports/bank-directory.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import { lookAlikesOf } from './look-alikes.js';
import { lookingReach } from './looking-reach.js';
import type { NotABeneficiaryReader } from './payee/beneficiary-errors.js';
import {
  BeneficiaryState,
  browsedBeneficiary,
  type BrowsedBeneficiary,
} from './browsed-beneficiary.js';

const BrowseBeneficiariesInput = record(
  'BrowseBeneficiariesInput',
  { actorUserId: UserId, ...PageRequest.required },
  { state: BeneficiaryState, changePending: t.literal(true), search: SearchText },
);
type BrowseBeneficiariesInput = t.TypeOf<typeof BrowseBeneficiariesInput>;

export type BrowseBeneficiariesError = ActorNotFound | NotABeneficiaryReader;

/**
 * Lists payees in one state, or in any, or those of which a change waits (`changePending`), for people who make or approve them: those that have a package which
 * one of their roles for that reaches.
 */
export type BrowseBeneficiaries = ListUseCase<
  BrowseBeneficiariesInput,
  BrowseBeneficiariesError,
  Page<BrowsedBeneficiary>
>;
export const BrowseBeneficiaries = token<BrowseBeneficiaries>('BrowseBeneficiaries');

export const makeBrowseBeneficiaries = (
  storage: Storage,
  clock: Clock,
  banks: BankDirectory,
): BrowseBeneficiaries =>
  listUseCase(BrowseBeneficiariesInput, (tenant, { actorUserId, ...request }) =>
    storage.read<E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>>(async (stores) => {
      const { beneficiaries } = stores;
      const reach = await lookingReach(stores, tenant, actorUserId, clock.now());
      if (E.isLeft(reach)) return reach;
      const packageCodes = reach.right;
      const page = await beneficiaries.list(tenant, { ...request, packageCodes });
      const lookAlikes = await lookAlikesOf(beneficiaries, tenant, page.items);
      return E.right({
        ...page,
        items: page.items.map((one) => browsedBeneficiary(one, banks, lookAlikes(one))),
      });
    }),
  );
