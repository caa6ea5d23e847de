import type { Job } from '../../model/intake/job/job.js';
import type { JudgedRow } from '../../model/payout/judged-row.js';
import type { JournalEntry, NextEntry } from '../../model/journal/entry/entry.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import type { E } from '../../kernel/fp.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { DecidedRow } from './payout/decide-rows.js';
import { reached, type Move, type Mover } from '../../model/payout/move.js';
import type {
  AcceptedPayout,
  Payout,
  PayoutProgress,
  Rejection,
} from '../../model/payout/payout.js';
import type { LimitUse, PayoutChange } from '../../storage/payout-store.js';
import type { Stores } from '../../storage/storage.js';
import type { DeferredWork, HeldWork, NewWork, Work } from '../../storage/work-store.js';

/** A job as it is stored now, and as it is afterwards. */
export interface JobStep {
  readonly before: Job;
  readonly after: Job;
}

/**
 * How the rows of a job end: why those do on which intake has not decided, or what becomes of each payout that it has
 * accepted. The writer asks about payouts one by one while it reads them, because a job has up to 20,000.
 */
export type RowEnds =
  | { readonly job: Job; readonly undecided: Rejection }
  | { readonly job: Job; readonly accepted: (payout: AcceptedPayout) => E.Either<unknown, Move> };

/**
 * Rows of one corporate that intake has judged, and what those that it accepts use of daily limits. The writer concludes
 * them in portions while it writes those before, because a job has up to 20,000.
 */
export interface JudgedRows {
  readonly tenant: Tenant;
  readonly rows: ReadonlyArray<JudgedRow>;
  readonly conclude: (rows: ReadonlyArray<JudgedRow>) => Promise<ReadonlyArray<DecidedRow>>;
  readonly uses: ReadonlyArray<LimitUse>;
}

/** Why a payout waits, and when its credit is expected; it stays where it is. */
export interface Explained
  extends
    Pick<PayoutChange, 'transactionId' | 'follows'>,
    Pick<PayoutProgress, 'statusDetails' | 'expectedCreditAt'> {
  readonly tenant: Tenant;
}

/**
 * Writes a record: of a session, an endpoint, a person. It has neither queue nor journal: of these the changes say what is
 * written. Answers what the journal says where that depends on whether others were faster.
 */
export type Save = (
  stores: Omit<Stores, 'journal' | 'work'>,
) => Promise<ReadonlyArray<JournalEntry>> | Promise<void>;

/** What becomes of work that its holder has claimed. */
export interface Handled {
  /** Nothing is due of its subject any more. */
  readonly over?: ReadonlyArray<HeldWork>;
  /** It is due again at another moment. */
  readonly later?: ReadonlyArray<DeferredWork>;
  /** It was not acted on: its claim does not count. */
  readonly givenBack?: ReadonlyArray<DeferredWork & Pick<Work, 'attempts'>>;
  /** Acting on it failed: it is due again at another moment. */
  readonly failed?: ReadonlyArray<DeferredWork & Pick<Work, 'failures'>>;
}

/** What a rule decides about records, the queue and the journal. The entries say who decided, and when. */
export interface RecordChanges {
  /** Work that takes the place of the work that its subject has, and takes it from its holder. */
  readonly work?: ReadonlyArray<NewWork>;
  /** Work that is due then at the latest. */
  readonly wakes?: ReadonlyArray<NewWork>;
  /** Subjects of which nothing is due any more, whoever holds their work. */
  readonly drops?: ReadonlyArray<Pick<Work, 'tenant' | 'subject'>>;
  /** Records that are written, in this order. */
  readonly saves?: ReadonlyArray<Save>;
  readonly explained?: ReadonlyArray<Explained>;
  readonly handled?: Handled;
  /** Entries beside those of payouts and jobs. */
  readonly entries?: ReadonlyArray<JournalEntry | NextEntry>;
  readonly incidents?: ReadonlyArray<Incident>;
}

/** What a rule decides about payouts and jobs, too. The writer writes all of it in one commit, or nothing. */
export interface Changes extends RecordChanges {
  /** Who decided, as the journal names them, and what it says beside each step of a payout. */
  readonly by: Mover;
  readonly at: EpochMs;
  /** In the journal they are their initiators'. */
  readonly newJobs?: ReadonlyArray<Job>;
  readonly jobs?: ReadonlyArray<JobStep>;
  /** One that ends before it is sent takes its work with it, unless the changes say what becomes of that. */
  readonly moves?: ReadonlyArray<Move>;
  readonly judged?: ReadonlyArray<JudgedRows>;
  readonly rows?: RowEnds;
}

/** Joins what several rules decide: each list in the order of the parts. */
export const together = (parts: ReadonlyArray<RecordChanges>): Required<RecordChanges> => {
  const handled = parts.flatMap((part) => part.handled ?? []);
  return {
    work: parts.flatMap(({ work = [] }) => work),
    wakes: parts.flatMap(({ wakes = [] }) => wakes),
    drops: parts.flatMap(({ drops = [] }) => drops),
    saves: parts.flatMap(({ saves = [] }) => saves),
    explained: parts.flatMap(({ explained = [] }) => explained),
    handled: {
      over: handled.flatMap(({ over = [] }) => over),
      later: handled.flatMap(({ later = [] }) => later),
      givenBack: handled.flatMap(({ givenBack = [] }) => givenBack),
      failed: handled.flatMap(({ failed = [] }) => failed),
    },
    entries: parts.flatMap(({ entries = [] }) => entries),
    incidents: parts.flatMap(({ incidents = [] }) => incidents),
  };
};

/** A payout as the changes leave it. */
export const afterwards = (payout: Payout, changes: Pick<Changes, 'moves'> | undefined): Payout => {
  const { transactionId } = payout.order;
  const move = changes?.moves?.find((one) => one.payout.order.transactionId === transactionId);
  return move === undefined ? payout : { ...move.payout, progress: reached(move) };
};
