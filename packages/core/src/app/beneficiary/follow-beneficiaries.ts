import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import {
  CursorRequest,
  placedPage,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { Clock } from '../../ports/clock.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { listing } from '../../storage/sealed-list.js';
import { Storage } from '../../storage/storage.js';
import { BROWSE_FILTER, browseCursors } from './browse-cursors.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';
import { lookAlikesOf } from './look-alikes.js';
import { lookingReach } from './looking-reach.js';
import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import type { NotABeneficiaryReader } from '../../model/beneficiary/payee/beneficiary-errors.js';

const FollowBeneficiariesInput = record(
  'FollowBeneficiariesInput',
  { actorUserId: UserId, ...CursorRequest.required },
  { ...BROWSE_FILTER, ...CursorRequest.optional },
);
type FollowBeneficiariesInput = t.TypeOf<typeof FollowBeneficiariesInput>;

/** Why a person gets no page of payees by a cursor (decisions §4). */
export type FollowBeneficiariesError = ActorNotFound | NotABeneficiaryReader | InvalidCursor;

/** Lists what {@link BrowseBeneficiaries} lists from a cursor on, uncounted: each page costs the same, however long the list. */
export type FollowBeneficiaries = ListUseCase<
  FollowBeneficiariesInput,
  FollowBeneficiariesError,
  CursorPage<BrowsedBeneficiary>
>;
export const FollowBeneficiaries = token<FollowBeneficiaries>('FollowBeneficiaries');

export const makeFollowBeneficiaries = recipe(
  FollowBeneficiaries,
  { Storage, Clock, Sealer: GuardedSealer, Banks: BankDirectory },
  ({ banks, ...ports }) =>
    listing(ports, {
      input: FollowBeneficiariesInput,
      cursors: browseCursors,
      page: async (stores, tenant, { actorUserId, ...asked }, { after, limit, at }) => {
        const { beneficiaries } = stores;
        const reach = await lookingReach(stores, tenant, actorUserId, at);
        if (E.isLeft(reach)) return reach;
        const request = { ...asked, packageCodes: reach.right };
        const read = await beneficiaries.following(tenant, request, after, limit + 1);
        const lookAlikes = await lookAlikesOf(beneficiaries, tenant, read.slice(0, limit));
        const shown = (one: Beneficiary) => browsedBeneficiary(one, banks, lookAlikes(one));
        return E.right(placedPage(read, limit, ({ beneficiaryId }) => beneficiaryId, shown));
      },
    }),
);
