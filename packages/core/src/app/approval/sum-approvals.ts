import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import {
  UserId,
  type JobId,
  type PackageCode,
  type PaymentMethodCode,
} from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { transactionObject } from '../../model/payout/payout-view.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { AwaitingGroup } from '../../storage/payout-store.js';
import { look } from '../../storage/look.js';
import type { ActorRef } from '../../model/tenancy/user.js';
import type { NotAnApprover } from './approval-errors.js';
import { APPROVALS_FILTER, awaitingFilter } from './approvals-filter.js';
import { approverOf } from './approver.js';
import { awaitingFor } from './awaiting-for.js';

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

type SumApprovalsError = ActorNotFound | NotAnApprover;

/**
 * Counts and sums the payouts that wait for the user's own decision, as {@link ListApprovals} lists them: a job of
 * thousands is a few sums. One payout of each group is judged for all of it.
 */
export type SumApprovals = UseCase<SumApprovalsInput, SumApprovalsError, ApprovalSums>;
export const SumApprovals = token<SumApprovals>('SumApprovals');

export const makeSumApprovals = look(
  SumApprovals,
  SumApprovalsInput,
  async (stores, tenant, { actorUserId, ...asked }, now) => {
    const actor = await approverOf(stores, tenant, actorUserId, now);
    if (E.isLeft(actor)) return actor;
    const filter = awaitingFilter(actor.right, asked);
    const asking = { approver: actor.right, filter };
    const { groups, isWhole } = await awaitingFor(stores, tenant, asking, now);
    return E.right({ sums: groups.map(([group, payout]) => sumOf(group, payout)), isWhole });
  },
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
