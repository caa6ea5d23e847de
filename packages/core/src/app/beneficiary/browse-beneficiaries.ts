import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { listUseCase, type ListUseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import { PageRequest, type Page } from '../../kernel/values/page.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { lookAlikesOf } from './look-alikes.js';
import { lookingReach } from './looking-reach.js';
import type { NotABeneficiaryReader } from '../../model/beneficiary/payee/beneficiary-errors.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { BROWSE_FILTER, browseCursors } from './browse-cursors.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';

const BrowseBeneficiariesInput = record(
  'BrowseBeneficiariesInput',
  { actorUserId: UserId, ...PageRequest.required },
  BROWSE_FILTER,
);
type BrowseBeneficiariesInput = t.TypeOf<typeof BrowseBeneficiariesInput>;

/** A page, counted, and where {@link FollowBeneficiaries} goes on after it; null after the last one. */
export interface BrowsedPage extends Page<BrowsedBeneficiary> {
  readonly nextCursor: string | null;
}

/** Why a person gets no list of payees (decisions §4). */
export type BrowseBeneficiariesError = ActorNotFound | NotABeneficiaryReader;

/**
 * Lists payees in one state, or in any, or those of which a change waits (`changePending`), for people who make or approve them: those that have a package which
 * one of their roles for that reaches.
 */
export type BrowseBeneficiaries = ListUseCase<
  BrowseBeneficiariesInput,
  BrowseBeneficiariesError,
  BrowsedPage
>;
export const BrowseBeneficiaries = token<BrowseBeneficiaries>('BrowseBeneficiaries');

export const makeBrowseBeneficiaries = recipe(
  BrowseBeneficiaries,
  { Storage, Clock, Sealer: GuardedSealer, Banks: BankDirectory },
  ({ storage, clock, sealer, banks }) =>
    listUseCase(BrowseBeneficiariesInput, async (tenant, input) => {
      const { actorUserId, ...request } = input;
      type Found = E.Either<BrowseBeneficiariesError, Page<BrowsedBeneficiary>>;
      const found = await storage.read<Found>(async (stores) => {
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
      });
      if (E.isLeft(found)) return found;
      const { items, page, limit, total } = found.right;
      const last = page * limit < total ? items.at(-1) : undefined;
      const nextCursor =
        last === undefined
          ? null
          : await browseCursors(sealer, tenant, input).write(last.beneficiaryId);
      return E.right({ ...found.right, nextCursor });
    }),
);
