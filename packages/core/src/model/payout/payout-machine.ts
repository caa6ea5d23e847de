import type { ActorRef } from '../tenancy/user.js';
import type { ApprovalLevel } from '../approval/matrix/matrix.js';
import { lastAsked, type PayoutApproval } from '../approval/matrix/payout-approval.js';
import type { Command, Machine } from '../../kernel/values/machine.js';
import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { isUnsent, type PayoutProgress, type PayoutStatus } from './payout.js';
import { WrongPayoutStatus } from './payout-errors.js';
import type { StatusDetails } from '../../kernel/values/status-details.js';

/** The commands on a payout. Every moment is in the command; the machine knows no clock. */
export type PayoutCommand = Command &
  (
    | { readonly type: 'approve_last'; readonly approval: PayoutApproval; readonly by: ActorRef }
    // A yes that passes a level, and more levels remain.
    | { readonly type: 'approve_level'; readonly approval: PayoutApproval }
    // A yes that passes no level: its level asks for more people.
    | { readonly type: 'approve'; readonly approval: PayoutApproval }
    | {
        readonly type: 'reject';
        readonly approval: PayoutApproval;
        readonly details: StatusDetails;
      }
    | { readonly type: 'expire' | 'cancel'; readonly details: StatusDetails }
    | { readonly type: 'schedule' | 'send' }
    // The bank has it: a life of the database sent it that a restored backup has made it forget (decisions §8).
    | { readonly type: 'recover' }
    | { readonly type: 'pay'; readonly utr: string; readonly bankReference: string }
    | { readonly type: 'fail' | 'return'; readonly details: StatusDetails }
  );

type Transitions = {
  readonly [S in PayoutStatus]: Partial<Record<PayoutCommand['type'], PayoutStatus>>;
};

/** Decisions §6, row by row: from, command, to. A command that is not listed is refused. */
const TRANSITIONS: Transitions = {
  pending_approval: {
    approve: 'pending_approval',
    approve_level: 'partially_approved',
    approve_last: 'approved',
    reject: 'rejected',
    expire: 'rejected',
    cancel: 'cancelled',
    recover: 'sent_to_bank',
  },
  partially_approved: {
    approve: 'partially_approved',
    approve_level: 'partially_approved',
    approve_last: 'approved',
    reject: 'rejected',
    expire: 'rejected',
    cancel: 'cancelled',
    recover: 'sent_to_bank',
  },
  approved: {
    schedule: 'scheduled',
    send: 'sent_to_bank',
    cancel: 'cancelled',
    recover: 'sent_to_bank',
  },
  scheduled: { send: 'sent_to_bank', cancel: 'cancelled', recover: 'sent_to_bank' },
  // From here on only the bank's answers move it.
  sent_to_bank: { pay: 'paid', fail: 'failed' },
  // The one way out of a terminal state: the money came back after credit.
  paid: { return: 'failed' },
  failed: {},
  rejected: {},
  cancelled: {},
};

/** A change of state: where the payout is now, and the values that the change set. */
export interface PayoutStep {
  readonly next: PayoutProgress;
  readonly changes: Partial<PayoutProgress> & {
    /** In the journal alone: the group that the payout is sent to the bank in. */
    readonly groupRef?: string;
    /** In the journal alone: why intake turned it away. */
    readonly rejectionCode?: string;
    readonly rejectionMessage?: string;
  };
  /** When: never before an earlier step, even if the clock went back. Epoch ms. */
  readonly at: EpochMs;
}

const first = (
  status: PayoutStatus,
  changes: Partial<PayoutProgress>,
  at: EpochMs,
): PayoutStep => ({
  next: { sequence: 1, ...changes, status },
  changes,
  at,
});

/** The first state of a payout that intake accepted: approved at once where no level is asked for. */
export const enter = (levels: ReadonlyArray<ApprovalLevel>, at: EpochMs): PayoutStep =>
  levels.length === 0
    ? first('approved', { approvedAt: at }, at)
    : first(
        'pending_approval',
        { approval: { levels: [...levels], currentLevel: 0, approvals: [], askedAt: at } },
        at,
      );

/** The one state of a payout that intake turned away. */
export const turnAway = (status: 'rejected' | 'cancelled'): PayoutProgress => ({
  status,
  sequence: 1,
});

/** The step that a command takes, or why there is none. Times never go backwards, even if the clock does. */
export const stepPayout: Machine<PayoutProgress, PayoutCommand, WrongPayoutStatus, PayoutStep> = (
  progress,
  command,
) => {
  const status = TRANSITIONS[progress.status][command.type];
  if (status === undefined) return E.left(WrongPayoutStatus(progress.status));
  const at = Math.max(command.at, latest(progress));
  const { statusDetails } = progress;
  const changed = changesOf(command, at);
  // What keeps a payout from the bank before it is approved keeps it afterwards.
  const changes =
    statusDetails !== undefined && isUnsent(status) ? { statusDetails, ...changed } : changed;
  const { status: _left, sequence, ...kept } = withoutOutlook(progress);
  const next = { sequence: sequence + 1, ...kept, ...changes, status };
  return E.right({ next, changes, at });
};

/** The values of a payout that stay when it moves: the reason for waiting and the expected credit are dropped. */
export const withoutOutlook = <A extends Partial<PayoutProgress>>(
  progress: A,
): Omit<A, 'statusDetails' | 'expectedCreditAt'> => {
  if (progress.statusDetails === undefined && progress.expectedCreditAt === undefined)
    return progress;
  const { statusDetails: _waited, expectedCreditAt: _expected, ...kept } = progress;
  return kept;
};

/** The same step, with the moment at which the credit is expected now, where that is known. Epoch ms. */
export const expecting = (step: PayoutStep, expectedCreditAt: EpochMs | undefined): PayoutStep =>
  expectedCreditAt === undefined
    ? step
    : {
        next: { expectedCreditAt, ...step.next },
        changes: { expectedCreditAt, ...step.changes },
        at: step.at,
      };

const latest = ({
  approval,
  approvedAt = 0,
  sentToBankAt = 0,
  paidAt = 0,
}: PayoutProgress): EpochMs =>
  Math.max(approval === undefined ? 0 : lastAsked(approval), approvedAt, sentToBankAt, paidAt);

const changesOf = (command: PayoutCommand, at: EpochMs): Partial<PayoutProgress> => {
  switch (command.type) {
    case 'approve':
    case 'approve_level':
      return { approval: command.approval };
    case 'approve_last':
      return { approval: command.approval, approvedBy: command.by, approvedAt: at };
    case 'reject':
      return { approval: command.approval, statusDetails: command.details };
    case 'schedule':
      return {};
    case 'send':
    case 'recover':
      return { sentToBankAt: at };
    case 'pay':
      return { paidAt: at, utr: command.utr, bankReference: command.bankReference };
    case 'expire':
    case 'cancel':
    case 'fail':
      return { statusDetails: command.details };
    case 'return':
      return { statusDetails: command.details, returnedAt: at };
  }
};
