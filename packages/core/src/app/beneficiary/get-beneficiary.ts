import type * as t from 'io-ts';
import { type ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { BeneficiaryId, UserId } from '../../kernel/values/ids.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';
import { lookAlikesOf } from './look-alikes.js';
import { lookingReach } from './looking-reach.js';
import {
  BeneficiaryNotFound,
  type NotABeneficiaryReader,
} from '../../model/beneficiary/payee/beneficiary-errors.js';

const GetBeneficiaryInput = record(
  'GetBeneficiaryInput',
  { beneficiaryId: BeneficiaryId },
  { actorUserId: UserId },
);
type GetBeneficiaryInput = t.TypeOf<typeof GetBeneficiaryInput>;

type GetBeneficiaryError = ActorNotFound | NotABeneficiaryReader | BeneficiaryNotFound;

/**
 * Answers a payee in any state, with a change of it that waits. For a person (`actorUserId`), a payee that no role of
 * theirs reaches for making or approving payees is absent.
 */
export type GetBeneficiary = UseCase<GetBeneficiaryInput, GetBeneficiaryError, BrowsedBeneficiary>;
export const GetBeneficiary = token<GetBeneficiary>('GetBeneficiary');

export const makeGetBeneficiary = recipe(
  GetBeneficiary,
  { Storage, Clock, Banks: BankDirectory },
  ({ storage, clock, banks }) =>
    useCase(GetBeneficiaryInput, (tenant, { beneficiaryId, actorUserId }) =>
      storage.read(async (stores) => {
        const { beneficiaries } = stores;
        const reach =
          actorUserId === undefined
            ? undefined
            : await lookingReach(stores, tenant, actorUserId, clock.now());
        if (reach !== undefined && E.isLeft(reach)) return reach;
        const payee = await beneficiaries.find(tenant, beneficiaryId);
        if (
          payee === undefined ||
          (reach !== undefined && !payee.packageCodes.some((code) => reach.right.has(code)))
        )
          return E.left(BeneficiaryNotFound());
        const lookAlikes = await lookAlikesOf(beneficiaries, tenant, [payee]);
        return E.right(browsedBeneficiary(payee, banks, lookAlikes(payee)));
      }),
    ),
);
