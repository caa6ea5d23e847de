import type * as t from 'io-ts';
import type { ActorNotFound } from '../access/access-errors.js';
import { cameByKeys } from '../access/rights/key-makers.js';
import { E } from '../kernel/fp.js';
import { record } from '../kernel/codecs/record.js';
import { token } from '../kernel/token.js';
import { useCase, type UseCase } from '../kernel/use-case/use-case.js';
import {
  UserId,
  type JobId,
  type PackageCode,
  type PaymentMethodCode,
} from '../kernel/values/ids.js';
import type { EpochMs } from '../kernel/values/time.js';
import { transactionObject } from '../payout/payout-view.js';
import type { AcceptedPayout } from '../payout/payout.js';
import type { Clock } from '../ports/clock.js';
import type { AwaitingGroup } from '../storage/payout-store.js';
import type { Storage } from '../storage/storage.js';
import type { ActorRef } from '../tenancy/user.js';
import type { NotAnApprover } from './approval-errors.js';
import { APPROVALS_FILTER, awaitingFilter } from './approvals-filter.js';
import { approverOf } from './approver.js';
import { decidableBy } from './decider.js';

const SumApprovalsInput = record('SumApprovalsInput', { actorUserId: UserId }, APPROVALS_FILTER);
type SumApprovalsInput = t.TypeOf<typeof SumApprovalsInput>;

/** Payouts that wait for a person and are alike in what a decision on them depends on. */
export interface ApprovalSum {
  /** Absent for a payout without a job, which is a sum by itself. */
  readonly jobId?: JobId;
  readonly apiRefNumber: string;
  readonly packageCode: PackageCode;
  /** Masked where the package masks it. */
  readonly debitAccountNumber: string;
  readonly paymentMethod: PaymentMethodCode;
  readonly maker: ActorRef;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
  /** When the first of them was made, in epoch milliseconds. */
  readonly since: EpochMs;
}

/** What waits for a person, in sums, the newest first. */
export interface ApprovalSums {
  readonly sums: ReadonlyArray<ApprovalSum>;
  /** False where there is more than these sums hold. */
  readonly isWhole: boolean;
}

export type SumApprovalsError = ActorNotFound | NotAnApprover;

/**
 * Counts and sums the payouts that wait for the user's own decision, as {@link ListApprovals} lists them: a job of
 * thousands is a few sums. One payout of each group is judged for all of it.
 */
export type SumApprovals = UseCase<SumApprovalsInput, SumApprovalsError, ApprovalSums>;
export const SumApprovals = token<SumApprovals>('SumApprovals');

/** So many groups are judged. Only payouts that came one by one make as many. */
const GROUPS_MAX = 1_000;

export const makeSumApprovals = (storage: Storage, clock: Clock): SumApprovals =>
  useCase<SumApprovalsInput, SumApprovalsError, ApprovalSums>(
    SumApprovalsInput,
    (tenant, { actorUserId, ...asked }) =>
      storage.read<E.Either<SumApprovalsError, ApprovalSums>>(async (stores) => {
        const now = clock.now();
        const actor = await approverOf(stores, tenant, actorUserId, now);
        if (E.isLeft(actor)) return actor;
        const bank = await stores.tenancy.bank(tenant);
        if (bank === undefined) throw new Error('a payout of no bank');
        const filter = awaitingFilter(actor.right, asked);
        const found = await stores.payouts.awaitingGroups(tenant, filter, GROUPS_MAX + 1);
        const groups = found.slice(0, GROUPS_MAX);
        const firsts = groups.map(({ first }) => first);
        const payouts = (await stores.payouts.findMany(tenant, firsts)).filter(
          (payout) => payout.intake === 'accepted',
        );
        const keys = await cameByKeys(
          stores,
          tenant,
          payouts.map(({ order }) => order),
        );
        const isTheirs = decidableBy(actor.right, bank.timeZone, now, keys);
        const theirs = new Map(
          payouts.filter(isTheirs).map((payout) => [payout.order.transactionId, payout]),
        );
        return E.right({
          sums: groups.flatMap((group) => {
            const payout = theirs.get(group.first);
            return payout === undefined ? [] : [sumOf(group, payout)];
          }),
          isWhole: found.length <= GROUPS_MAX,
        });
      }),
  );

const sumOf = ({ count, amount, since }: AwaitingGroup, payout: AcceptedPayout): ApprovalSum => {
  const { jobId, apiRefNumber, packageCode, createdBy: maker } = payout.order;
  const { debitAccount } = transactionObject(payout);
  return {
    ...(jobId !== undefined && { jobId }),
    apiRefNumber,
    packageCode,
    debitAccountNumber: debitAccount?.accountNumber ?? '',
    paymentMethod: payout.terms.paymentMethod,
    maker,
    count,
    amount,
    since,
  };
};
