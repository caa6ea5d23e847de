import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { JobNotFound, JobNotTakenIn } from '../../model/intake/job/intake-errors.js';
import { isUndecided } from '../../model/intake/job/job.js';
import { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import {
  JobId,
  UserId,
  type PackageCode,
  type PaymentMethodCode,
  type TransactionId,
} from '../../kernel/values/ids.js';
import { sumPaise } from '../../kernel/values/money.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { transactionObject } from '../../model/payout/payout-view.js';
import { byTransactionId, type AcceptedPayout, type Payout } from '../../model/payout/payout.js';
import { Clock } from '../../ports/clock.js';
import { Pacer } from '../../ports/pacer.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { approvalRule, type FactorRule } from '../../model/tenancy/second-factor.js';
import type { NotAnApprover } from './approval-errors.js';
import { sumOf } from './approved-payouts.js';
import { approverOf, approverReach, rightsOf } from './approver.js';
import { DecisionAction, type DecisionError } from './decider.js';
import { lastPaidTo } from './last-paid-to.js';
import { decidingOn, isWaiting } from './take-decision.js';
import { TransactionIds } from './transaction-ids.js';
import { NOTHING_UNUSUAL, withUnusual, type LastPaid, type UnusualPayouts } from './unusual.js';

const ReviewDecisionInput = record(
  'ReviewDecisionInput',
  { actorUserId: UserId, action: DecisionAction },
  { transactionIds: TransactionIds, jobId: JobId },
);
type ReviewDecisionInput = t.TypeOf<typeof ReviewDecisionInput>;

/** Payouts of one package, debit account and method, and what they are together. */
export interface ReviewedSum {
  readonly packageCode: PackageCode;
  /** Masked where the package masks it. */
  readonly debitAccountNumber: string;
  readonly paymentMethod: PaymentMethodCode;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
}

/** What a decision would do if it were taken now. */
export interface DecisionReview {
  /** When it was looked at: a decision on the job that names it covers nothing newer. Epoch ms. */
  readonly seenAt: EpochMs;
  /** Names the rights with which it was looked at: the engine refuses a decision that names them once they are others. */
  readonly seenAs: string;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
  readonly sums: ReadonlyArray<ReviewedSum>;
  /** Those of them that stand out. */
  readonly unusual: UnusualPayouts;
  /** The named payouts on which it would not be taken, and why; those of a job that do not wait are left out. */
  readonly refused: ReadonlyArray<{
    readonly transactionId: TransactionId;
    /** Absent where the person's roles do not reach it. */
    readonly reference?: string;
    readonly refusal: DecisionError;
  }>;
  /** The second factor that the decision needs. */
  readonly secondFactor: FactorRule;
}

type ReviewDecisionError =
  | InvalidInput
  | ActorNotFound
  | NotAnApprover
  | JobNotFound
  | JobNotTakenIn;

/** Says what a checker's decision on payouts, or on a job, would be together, before they take it. It changes nothing. */
export type ReviewDecision = UseCase<ReviewDecisionInput, ReviewDecisionError, DecisionReview>;
export const ReviewDecision = token<ReviewDecision>('ReviewDecision');

const ROWS_A_READ = 1_000;

/** The payouts of one read, and on which of them the decision is. */
interface Part {
  readonly isBulk: boolean;
  readonly read: (stores: Stores) => Promise<ReadonlyArray<Payout>>;
  readonly ids: (payouts: ReadonlyArray<Payout>) => ReadonlyArray<TransactionId>;
}

interface Reviewed extends Omit<DecisionReview, 'seenAt' | 'secondFactor' | 'sums'> {
  readonly sums: Map<string, ReviewedSum>;
  readonly lastPaid: LastPaid;
  /** What counts for the second factor: all that the person's roles reach, in whatever state it is. */
  readonly reached: number;
}

const nothing = (): Reviewed => ({
  count: 0,
  amount: 0n,
  seenAs: '',
  reached: 0,
  refused: [],
  sums: new Map(),
  unusual: NOTHING_UNUSUAL,
  lastPaid: new Map(),
});

export const makeReviewDecision = recipe(
  ReviewDecision,
  { Storage, Clock, Pacer },
  ({ storage, clock, pacer }) => {
    const review = (
      tenant: Tenant,
      { actorUserId, action }: ReviewDecisionInput,
      { isBulk, read, ids }: Part,
      before: Reviewed,
    ): Promise<E.Either<ActorNotFound | NotAnApprover, Reviewed>> =>
      storage.read(async (stores) => {
        const now = clock.now();
        const actor = await approverOf(stores, tenant, actorUserId, now);
        if (E.isLeft(actor)) return actor;
        const payouts = await read(stores);
        const reaches = approverReach(actor.right);
        const reached = payouts.filter((one) => one.intake === 'accepted').filter(reaches);
        const given = { actor: actor.right, isBulk, now, action };
        const decideOn = await decidingOn(stores, tenant, given, payouts);
        const byId = byTransactionId(reached);
        const refused = [...before.refused];
        const deciding: AcceptedPayout[] = [];
        for (const transactionId of ids(reached)) {
          const payout = byId.get(transactionId);
          const decided = decideOn(payout);
          if (E.isLeft(decided)) {
            const reference = payout?.order.reference;
            const known = reference !== undefined && { reference };
            refused.push({ transactionId, ...known, refusal: decided.left });
          } else {
            deciding.push(decided.right.payout);
            addTo(before.sums, decided.right.payout);
          }
        }
        const asked = { approver: actor.right, payouts: deciding };
        const lastPaid = await lastPaidTo(stores, tenant, asked, before.lastPaid);
        return E.right({
          count: before.count + deciding.length,
          amount: before.amount + sumPaise(deciding.map(({ order }) => order.amount)),
          refused,
          sums: before.sums,
          // Those of the first part: if they change before the last, the decision is refused.
          seenAs: before.seenAs === '' ? rightsOf(actor.right) : before.seenAs,
          lastPaid,
          unusual: withUnusual(before.unusual, deciding, lastPaid),
          reached: before.reached + sumOf(reached),
        });
      });

    const ofJob = async (
      tenant: Tenant,
      input: ReviewDecisionInput,
      jobId: JobId,
    ): Promise<E.Either<ReviewDecisionError, Reviewed>> => {
      const job = await storage.read(({ jobs }) => jobs.find(tenant, jobId));
      const total = job?.total ?? 0;
      let found = nothing();
      for (let from = 0; from === 0 || from < total; from += ROWS_A_READ) {
        const part: Part = {
          isBulk: total > 1,
          read: ({ payouts }) => payouts.ofJob(tenant, jobId, from, ROWS_A_READ),
          ids: (payouts) => payouts.filter(isWaiting).map(({ order }) => order.transactionId),
        };
        const next = await review(tenant, input, part, found);
        if (E.isLeft(next)) return next;
        found = next.right;
        await pacer.breathe();
      }
      if (found.reached === 0) return E.left(JobNotFound());
      return isUndecided(job) ? E.left(JobNotTakenIn()) : E.right(found);
    };

    return useCase(ReviewDecisionInput, async (tenant, input) => {
      const { transactionIds, jobId, action } = input;
      if ((transactionIds === undefined) === (jobId === undefined))
        return E.left(InvalidInput([EITHER]));
      const seenAt = clock.now();
      const reviewed =
        jobId === undefined
          ? await review(tenant, input, named(tenant, transactionIds ?? []), nothing())
          : await ofJob(tenant, input, jobId);
      if (E.isLeft(reviewed)) return reviewed;
      const { sums, reached, lastPaid: _known, ...rest } = reviewed.right;
      const corporate = await storage.read(({ tenancy }) => tenancy.corporate(tenant));
      const rule = approvalRule(corporate?.secondFactor, () => reached);
      const secondFactor = action === 'reject' ? 'none' : rule;
      return E.right({ ...rest, seenAt, sums: [...sums.values()], secondFactor });
    });
  },
);

const EITHER = {
  pointer: '/transactionIds',
  code: 'required',
  detail: 'expected either transactionIds or jobId',
} as const;

const named = (tenant: Tenant, ids: ReadonlyArray<TransactionId>): Part => ({
  isBulk: ids.length > 1,
  read: ({ payouts }) => payouts.findMany(tenant, ids),
  ids: () => ids,
});

const addTo = (sums: Map<string, ReviewedSum>, payout: AcceptedPayout): void => {
  const { packageCode, amount } = payout.order;
  const { paymentMethod, debitAccountId } = payout.terms;
  const name = JSON.stringify([packageCode, debitAccountId, paymentMethod]);
  const before = sums.get(name);
  sums.set(name, {
    packageCode,
    paymentMethod,
    debitAccountNumber:
      before?.debitAccountNumber ?? transactionObject(payout).debitAccount?.accountNumber ?? '',
    count: (before?.count ?? 0) + 1,
    amount: (before?.amount ?? 0n) + BigInt(amount),
  });
};
