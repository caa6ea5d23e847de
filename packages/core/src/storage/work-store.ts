import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';

/** Every kind of work that is kept in storage: the names of the duties (decisions §16). */
export const DUTY_NAMES = [
  'process-jobs',
  'retry-jobs',
  'arm-expiry',
  'index-payouts',
  'send-to-bank',
  'query-unknowns',
  'expire-approvals',
  'expire-sessions',
  'expire-collections',
  'query-charges',
  'reverse-charges',
  'seal-journal',
  'deliver-webhooks',
  'deliver-slowly',
  'gather-notifications',
  'send-notifications',
] as const;
/** The name of a duty: a kind of background work (decisions §16). */
export type DutyName = (typeof DUTY_NAMES)[number];

/** Something that is due at a moment: of a corporate's subject, one duty at a time. */
export interface Work {
  readonly duty: DutyName;
  readonly subject: string;
  readonly tenant: Tenant;
  readonly runAt: EpochMs;
  /** Claims so far, failed ones included. */
  readonly attempts: number;
  /** Claims whose holder said that it failed. One that lapsed says nothing, and is not among them. */
  readonly failures: number;
  /** Fencing: each claim raises it, and only its holder may finish or defer. */
  readonly token: number;
  /** The mark that the last claim with a mark left. */
  readonly markedAt?: EpochMs;
  /** After a claim with a mark: the mark that it found. */
  readonly markedBefore?: EpochMs;
}

/** Work as it is put into the queue; `runAt` is epoch ms. */
export type NewWork = Pick<Work, 'duty' | 'subject' | 'tenant' | 'runAt'>;
/** Work that a worker has claimed, with the token that proves it. */
export type HeldWork = Pick<Work, 'tenant' | 'subject' | 'token'>;
/** Work that goes back into the queue until `runAt`, epoch ms. */
export type DeferredWork = HeldWork & Pick<Work, 'duty' | 'runAt'>;

/** The parameters of a claim: what is due at `now`, at most `limit`, until `now + leaseMs`. */
export interface Claim {
  readonly duty: DutyName;
  readonly now: EpochMs;
  readonly leaseMs: number;
  readonly limit: number;
  /** The duty that the work falls to if its holder never comes back. */
  readonly lapsesTo: DutyName;
  /** A moment to remember on the work. */
  readonly mark?: EpochMs;
  /** Waits for every unit under way that has claimed in turn. For claims that complete what they find: see `claimOf`. */
  readonly inTurn?: true;
}

/** The parameters of a claim of some subjects: what is due at `dueBy`, which may lie ahead of `now`. */
export interface ClaimOf extends Omit<Claim, 'inTurn'> {
  readonly dueBy: EpochMs;
}

/** Subjects from one to another, both included. */
export interface SubjectRange {
  readonly first: string;
  readonly last: string;
}

/** Figures on the work of one duty. If there is much work, they cover the earliest part. */
export interface WorkTally {
  /** Due now or later, claimed or not. */
  readonly waiting: number;
  /** The part of `waiting` that is due. */
  readonly due: number;
  /** The unclaimed part of `waiting`. */
  readonly untouched: number;
  /** The earliest moment at which some of it falls due, or fell. */
  readonly firstAt?: EpochMs;
}

/** Figures on payouts whose outcome the bank has not reported. */
export interface UnknownTally {
  readonly count: number;
  /** The earliest mark on the work of one. */
  readonly firstMarkedAt?: EpochMs;
}

/**
 * Where several processes share a storage, claims and `nextDues` of one may overlook for some seconds what another
 * added long after its moment; what it added itself they never do.
 */
export interface WorkStore {
  /**
   * Adds work, unclaimed and without a token; a subject that has work already gets the new duty and moment, keeps its
   * attempts and failures, and is taken from its holder.
   */
  readonly add: (work: ReadonlyArray<NewWork>) => Promise<void>;
  /**
   * Lets work be due at a moment at the latest. A subject without work gets it; work that waits for the same
   * duty is moved if it is later, and keeps everything else; work of another duty stays as it is, so a holder
   * keeps it whose claim names another. A unit that holds the work is waited for.
   */
  readonly wake: (work: ReadonlyArray<NewWork>) => Promise<void>;
  /**
   * Claims what is due, by moment and then subject: raises token and attempts, moves `runAt` to the end of
   * the lease and the duty to `lapsesTo`, so that a dead worker's claim falls due by itself. Answers the
   * work as it is after the claim. Two claims never get the same work. A token never comes back, even after
   * the work was finished and added again.
   */
  readonly claim: (claim: Claim) => Promise<ReadonlyArray<Work>>;
  /**
   * Claims likewise, by subject, what is due of a corporate's subjects in these ranges, which do not overlap. It passes
   * over no work, however long after its moment another process added it.
   */
  readonly claimOf: (
    tenant: Tenant,
    ranges: ReadonlyArray<SubjectRange>,
    claim: ClaimOf,
  ) => Promise<ReadonlyArray<Work>>;
  /** The subjects among these, each of them once, whose token is still ours; locked until the unit of work ends. */
  readonly held: (work: ReadonlyArray<HeldWork>) => Promise<ReadonlySet<string>>;
  /**
   * Holds the work of these subjects until the unit of work ends, claimed or not, and waits for a unit
   * that is holding it: what is read afterwards of the subjects no holder of their work moves until then.
   */
  readonly hold: (tenant: Tenant, subjects: ReadonlyArray<string>) => Promise<void>;
  /** Takes away work whose token is ours; other work stays. */
  readonly finish: (work: ReadonlyArray<HeldWork>) => Promise<void>;
  /** Removes the work of these subjects, claimed or not, and waits for units that hold it. */
  readonly drop: (tenant: Tenant, subjects: ReadonlyArray<string>) => Promise<void>;
  /** Gives work whose token is ours another moment and duty, and keeps its token, attempts and failures. */
  readonly defer: (work: ReadonlyArray<DeferredWork>) => Promise<void>;
  /** Gives work whose token is ours to other claims, at a moment: `attempts`, which its claim says, is one less again. */
  readonly giveBack: (work: ReadonlyArray<DeferredWork & Pick<Work, 'attempts'>>) => Promise<void>;
  /** Defers work whose claim failed: it has one failure more than `failures`, the number in its claim. */
  readonly fail: (work: ReadonlyArray<DeferredWork & Pick<Work, 'failures'>>) => Promise<void>;
  /** The highest token that a committed claim may have; every later token is higher. */
  readonly lastToken: () => Promise<number>;
  /** Lets later tokens be beyond this number. May take effect though the unit of work is undone. */
  readonly skipTokens: (beyond: number) => Promise<void>;
  /** When the next work of each duty falls due, or fell, at `now`; duties without work are left out. */
  readonly nextDues: (now: EpochMs) => Promise<ReadonlyMap<DutyName, EpochMs>>;
  /**
   * The earliest work of the duty, of any tenant, claimed or not, by moment and then subject, at most `limit`; with `after`,
   * of what comes after that moment and subject.
   */
  readonly earliest: (
    duty: DutyName,
    limit: number,
    after?: Pick<Work, 'runAt' | 'subject'>,
  ) => Promise<ReadonlyArray<Work>>;
  /** The corporate's work of the duty, claimed or not, at most `limit`, in no order. */
  readonly ofDuty: (tenant: Tenant, duty: DutyName, limit: number) => Promise<ReadonlyArray<Work>>;
  /** The work that there is of these subjects, claimed or not, in no order. Set-based: a job has thousands. */
  readonly ofSubjects: (
    tenant: Tenant,
    subjects: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<Work>>;
  /**
   * Counts the work of the duty as it is at `now`. Looks at the earliest `limit` works and no further, so
   * that it costs the same however much there is.
   */
  readonly tally: (duty: DutyName, now: EpochMs, limit: number) => Promise<WorkTally>;
  /**
   * Counts, among the subjects of the earliest `limit` works of `query-unknowns`, the payouts that are `sent_to_bank`. One
   * that the bank reported on by itself is asked about once more, but is no longer unknown.
   */
  readonly tallyUnknown: (limit: number) => Promise<UnknownTally>;
}
