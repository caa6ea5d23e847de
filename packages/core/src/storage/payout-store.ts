import type {
  BeneficiaryId,
  DebitAccountId,
  JobId,
  PackageCode,
  TransactionId,
  UserId,
} from '../kernel/values/ids.js';
import type { Reach } from '../model/access/actor.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { AccountNumber, Reference } from '../kernel/values/text.js';
import type { Day, EpochMs } from '../kernel/values/time.js';
import type {
  AcceptedPayout,
  IntakeRow,
  Payout,
  PayoutOrder,
  PayoutProgress,
  PayoutStatus,
  PayoutTerms,
  Rejection,
} from '../model/payout/payout.js';
import type { ApprovedPayout } from '../model/payout/approved-payout.js';
import type { ReportFilter } from '../model/payout/report-filter.js';
import type { TransactionStatus } from '../model/payout/transaction-object.js';

/** The decision of intake on one row. */
export interface RowDecision {
  readonly transactionId: TransactionId;
  readonly outcome: 'accepted' | 'rejected' | 'cancelled';
  readonly terms?: PayoutTerms;
  readonly rejection?: Rejection;
  readonly progress: PayoutProgress;
  /** Set on a row that is accepted although it was read without its reference: the bank has executed it. */
  readonly withoutReference?: true;
}

/**
 * The next state of one payout, and the sequence of the stored one that it was derived from (one or more steps
 * before).
 */
export interface PayoutChange {
  readonly transactionId: TransactionId;
  readonly follows: number;
  readonly next: PayoutProgress;
  /** Set if the payout awaited approval and `next` does not follow from that by itself ({@link followsApproval}). */
  readonly awaited?: boolean;
}

/**
 * The rows of a job in each state, of one package and debit account, and what they are together: the basis of `counts`
 * (§2.7). `status` is absent on undecided rows, and the account on those that intake did not accept.
 */
export interface PayoutTally {
  readonly jobId: JobId;
  readonly packageCode: PackageCode;
  readonly debitAccountId?: DebitAccountId;
  readonly intake: Payout['intake'];
  readonly status?: PayoutStatus;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
}

/** The amount that dated payouts of one package have used of a day's limit. */
export interface LimitUse {
  readonly packageCode: PackageCode;
  readonly day: Day;
  /** Paise; may be negative to give back. */
  readonly amount: bigint;
}

/** Which of the payouts that await approval: those that meet every condition. */
export interface AwaitingFilter {
  readonly packageCodes: ReadonlySet<PackageCode>;
  readonly debitAccountIds: ReadonlySet<DebitAccountId>;
  readonly status?: PayoutStatus;
  readonly jobId?: JobId;
  /** The user who made it. */
  readonly makerUserId?: UserId;
  /** Paise, both included. */
  readonly minAmount?: number;
  readonly maxAmount?: number;
  /** Made at this moment or before. */
  readonly createdUpTo?: EpochMs;
}

/**
 * Payouts that await approval and are alike in all that a decision on one depends on: job, package, debit account, method,
 * state, maker, day, and the approvals that they have. A payout without a job is a group by itself.
 */
export interface AwaitingGroup {
  /** The one with the least id, which stands for all. */
  readonly first: TransactionId;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
  /** When the first of them was made. */
  readonly since: EpochMs;
}

/** A payout that a payee was paid, and that has not come back. */
export interface PaidToPayee {
  readonly beneficiaryId: BeneficiaryId;
  /** Paise. */
  readonly amount: number;
  readonly accountNumber: AccountNumber;
  readonly ifsc: string;
}

/** The payouts whose ids lie between two, both included: those of a job, or one. */
export interface PayoutRange {
  readonly first: TransactionId;
  readonly last: TransactionId;
}

/** The earliest dates among the payouts of a range that await approval; none if no payout of the range does. */
export interface ApprovalWait {
  /** The `first` of the range. */
  readonly first: TransactionId;
  readonly createdAt: EpochMs;
  readonly payoutDate?: Day;
}

/**
 * A payout has waited for approval too long if it was accepted at this moment or earlier, or is dated before this
 * day.
 */
export interface Overdue {
  readonly createdUpTo: EpochMs;
  readonly datedBefore: Day;
}

/** A part of a report. */
export interface ReportPart {
  readonly payouts: ReadonlyArray<Payout>;
  /** There if it was left with fewer payouts than asked for: it goes on before this id, which need be no payout's. */
  readonly stoppedAt?: TransactionId;
}

/** Payouts that were accepted in one span of time and are in one state. */
export interface SpanTally {
  /** The place of the span among those that were asked for, counted from 0. */
  readonly span: number;
  /** `queued`: intake has not decided on them. */
  readonly status: TransactionStatus;
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
  /** When the first of them was accepted. */
  readonly since: EpochMs;
}

/** Payouts counted by span and state. */
export interface SpanTallies {
  /** In no order; what there is none of is absent. */
  readonly tallies: ReadonlyArray<SpanTally>;
  /** There if not all were looked at: the newest payout of those that were not. */
  readonly stoppedAt?: TransactionId;
}

/** Payouts, from the order to the outcome, and what reports find of them (decisions §6). */
export interface PayoutStore {
  /**
   * Adds the orders, undecided, in their order; each holds its reference unless a live payout of the corporate, an open
   * checkout session that is to become another payout, or an order before it does (§2.5). Any number of tenants and jobs at once.
   */
  readonly add: (orders: ReadonlyArray<PayoutOrder>) => Promise<void>;
  readonly find: (tenant: Tenant, id: TransactionId) => Promise<Payout | undefined>;
  /** Those of `ids` that exist, in no order. */
  readonly findMany: (
    tenant: Tenant,
    ids: ReadonlyArray<TransactionId>,
  ) => Promise<ReadonlyArray<Payout>>;
  /**
   * Whether the reference is held by a live or an archived payout of the corporate, or by an open checkout session that
   * is to become another payout than `mine`.
   */
  readonly isHeld: (tenant: Tenant, reference: Reference, mine: TransactionId) => Promise<boolean>;
  /** Those of `references` that {@link isHeld} finds held for a new payout, which no session is to become. */
  readonly heldOf: (
    tenant: Tenant,
    references: ReadonlyArray<Reference>,
  ) => Promise<ReadonlySet<Reference>>;
  /** The live payouts of any corporate that hold the reference, at most `limit`, in no order. */
  readonly holders: (reference: string, limit: number) => Promise<ReadonlyArray<Payout>>;
  /** The newest payouts whose UTR or whose reference at the bank is exactly this, at most `limit`, in no order. */
  readonly namedByBank: (
    tenant: Tenant,
    name: string,
    limit: number,
  ) => Promise<ReadonlyArray<Payout>>;
  /**
   * The newest payouts of the corporate whose transactionReference is exactly this, at most `limit`, in no order. One
   * that does not hold its reference any more may be missing until its job was given to {@link index}.
   */
  readonly ofReference: (
    tenant: Tenant,
    reference: string,
    limit: number,
  ) => Promise<ReadonlyArray<Payout>>;
  /** Those of `ids` that exist at any corporate, in no order: for the bank's own messages, which name no tenant. */
  readonly findAnywhere: (ids: ReadonlyArray<TransactionId>) => Promise<ReadonlyArray<Payout>>;
  /** Rows of a job in request order, from row `from` (counted from 0). */
  readonly ofJob: (
    tenant: Tenant,
    jobId: JobId,
    from: number,
    limit: number,
  ) => Promise<ReadonlyArray<Payout>>;
  /** Of the rows from `from` on, at most `limit`: those that intake accepted, as an approval sees them, in request order. */
  readonly approvedOfJob: (
    tenant: Tenant,
    jobId: JobId,
    from: number,
    limit: number,
  ) => Promise<ReadonlyArray<ApprovedPayout>>;
  /** Those of `ids` that intake has not decided on, in no order. */
  readonly undecided: (
    tenant: Tenant,
    ids: ReadonlyArray<TransactionId>,
  ) => Promise<ReadonlyArray<IntakeRow>>;
  /** Those of the rows from `from` on, at most `limit`, that intake has not decided on, in request order. */
  readonly undecidedOfJob: (
    tenant: Tenant,
    jobId: JobId,
    from: number,
    limit: number,
  ) => Promise<ReadonlyArray<IntakeRow>>;
  /**
   * The newest payouts that meet the filter, newest first (by id, descending), at most `limit`, from below
   * `before` on. Finds payouts at once, whether `index` has come to their job or not. Where few meet the filter
   * it looks at some `rowsMax` payouts, or for some seconds, and says where it stopped.
   */
  readonly report: (
    tenant: Tenant,
    filter: ReportFilter,
    before: TransactionId | undefined,
    limit: number,
    rowsMax: number,
  ) => Promise<ReportPart>;
  /**
   * Counts the payouts that meet the filter by state and by the span in which they were accepted: span n goes from
   * `starts[n]` to where the next one starts, the last one without an end; `starts` ascend, and what was accepted before
   * the first counts for none. Of the payouts that the filter's moments allow it looks at the newest `rowsMax`.
   */
  readonly tallySpans: (
    tenant: Tenant,
    filter: ReportFilter,
    starts: ReadonlyArray<EpochMs>,
    rowsMax: number,
  ) => Promise<SpanTallies>;
  /** Makes the payouts of these jobs quick to find by `ReportFilter.search`. Doing it again changes nothing. */
  readonly index: (tenant: Tenant, jobIds: ReadonlyArray<JobId>) => Promise<void>;
  /** Derived from the rows, never counted along. */
  readonly tally: (
    tenant: Tenant,
    jobIds: ReadonlyArray<JobId>,
  ) => Promise<ReadonlyArray<PayoutTally>>;
  /**
   * Writes intake's decisions on undecided rows, in one statement. A decision that is not `accepted` lets
   * go of the reference.
   *
   * A row that is not undecided any more undoes the unit of work, which is then run again; so does an accepted one that
   * does not hold its reference any more, unless its decision is `withoutReference`.
   */
  readonly decide: (tenant: Tenant, decisions: ReadonlyArray<RowDecision>) => Promise<void>;
  /**
   * Writes next states in one statement; a dead one frees its reference. A payout that awaited approval enters one of
   * the states that follow it ({@link followsApproval}) before any other, unless the change names it.
   *
   * A change whose `follows` is not the stored sequence undoes the unit of work, which is then run again.
   */
  readonly advance: (tenant: Tenant, changes: ReadonlyArray<PayoutChange>) => Promise<void>;
  /**
   * Locks the existing payouts of `ids` until the unit of work ends: other writers wait. Values read afterwards stay
   * valid until then.
   */
  readonly hold: (tenant: Tenant, ids: ReadonlyArray<TransactionId>) => Promise<void>;
  /**
   * The newest payouts that await approval and meet the filter, newest first (by id, descending), at most `limit`,
   * from below `before` on.
   */
  readonly awaiting: (
    tenant: Tenant,
    filter: AwaitingFilter,
    before: TransactionId | undefined,
    limit: number,
  ) => Promise<ReadonlyArray<AcceptedPayout>>;
  /** The groups of what {@link awaiting} lists, those with the greatest `first` first, at most `limit`. */
  readonly awaitingGroups: (
    tenant: Tenant,
    filter: AwaitingFilter,
    limit: number,
  ) => Promise<ReadonlyArray<AwaitingGroup>>;
  /**
   * The newest payouts (by id, descending) that each of these payees was paid and that have not come back, at most
   * `each` of one payee, in no order: of those whose package and debit account one of the reaches holds, or of all where
   * there are no `reaches`. Archived ones are not among them, and those of jobs that were not given to {@link index} yet
   * may be missing.
   */
  readonly lastPaid: (
    tenant: Tenant,
    payees: ReadonlyArray<BeneficiaryId>,
    reaches: ReadonlyArray<Reach> | undefined,
    each: number,
  ) => Promise<ReadonlyArray<PaidToPayee>>;
  /** How long payouts of these ranges have been awaiting approval, in no order. */
  readonly waits: (
    tenant: Tenant,
    ranges: ReadonlyArray<PayoutRange>,
  ) => Promise<ReadonlyArray<ApprovalWait>>;
  /** Payouts of these ranges that have awaited approval too long, at most `limit`, in no order. */
  readonly overdue: (
    tenant: Tenant,
    ranges: ReadonlyArray<PayoutRange>,
    overdue: Overdue,
    limit: number,
  ) => Promise<ReadonlyArray<AcceptedPayout>>;
  /**
   * Sets why a payout waits and when its credit is expected, without a change of status; what is left out is gone. One
   * that is no longer at `follows` stays as it is.
   */
  readonly explain: (
    tenant: Tenant,
    reasons: ReadonlyArray<
      Pick<PayoutChange, 'transactionId' | 'follows'> &
        Pick<PayoutProgress, 'statusDetails' | 'expectedCreditAt'>
    >,
  ) => Promise<void>;
  /**
   * What each (package, day) has used; holds them until the unit of work ends, so that two units cannot
   * both fit their payouts into the same remainder. In no order; one never used is absent.
   */
  readonly holdLimits: (
    tenant: Tenant,
    keys: ReadonlyArray<Pick<LimitUse, 'packageCode' | 'day'>>,
  ) => Promise<ReadonlyArray<LimitUse>>;
  /** What {@link holdLimits} answers, without holding it: another unit may use it at any moment. */
  readonly limitsUsed: PayoutStore['holdLimits'];
  readonly useLimits: (tenant: Tenant, uses: ReadonlyArray<LimitUse>) => Promise<void>;
}
