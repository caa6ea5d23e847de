import { groupBy } from '../../../kernel/flow/group.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';
import type { Move } from '../../../model/payout/move.js';
import type { PayoutStep } from '../../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { BankGroup } from '../../../ports/bank-rail.js';
import type { DeferredWork, Work } from '../../../storage/work-store.js';
import {
  bankGroupOf,
  GATHER_WITHIN,
  groupsWithin,
} from '../../../model/settlement/order/bank-group.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import { bankRefOf } from '../../../model/settlement/order/bank-ref.js';

/** A claimed payout that may leave, or leaves: its claim, and what its order takes from the corporate's records. */
export interface Sending {
  readonly payout: AcceptedPayout;
  readonly payer: PayerToday;
  readonly work: Work;
  /** The group that its order is sent in. */
  readonly group?: BankGroup;
}

/** A payout that may leave for the first time, in a group. */
export interface ForGroup extends Sending {
  readonly step: PayoutStep;
}

/** A payout that may leave again, in the group that it was sent in. */
export interface OfGroup extends Sending {
  readonly groupRef: string;
}

export interface Formed {
  readonly sending: ReadonlyArray<Sending>;
  readonly moved: ReadonlyArray<Move>;
  /** They wait for others of their job: people's decisions approve a large one in portions, one after the other. */
  readonly gathering: ReadonlyArray<DeferredWork & Pick<Work, 'attempts'>>;
}

export interface Forming {
  /** How many orders a group holds at most. */
  readonly max: number;
  readonly now: EpochMs;
  /** Whether new groups wait for the next call. */
  readonly isCut: boolean;
  /** Payouts that are due again at once: those of their job wait for them. */
  readonly unchecked: ReadonlyArray<Sending>;
}

/** Forms new groups: of one job, debit account, payer, method and moment. */
export const newGroups = (
  candidates: ReadonlyArray<ForGroup>,
  { max, now, isCut, unchecked }: Forming,
): Formed => {
  const formed = {
    sending: [] as Sending[],
    moved: [] as Move[],
    gathering: [] as (DeferredWork & Work)[],
  };
  const awaited = new Set(unchecked.map(({ payout }) => payout.order.jobId));
  for (const own of groupBy(candidates, groupKeyOf).values()) {
    const waits = isCut || awaited.has(own[0]?.payout.order.jobId);
    const leavesAt = waits ? now : Math.max(...own.map(({ payout }) => settledAt(payout, now)));
    if (waits || leavesAt > now) {
      formed.gathering.push(
        ...own.map(({ work }) => ({ ...work, duty: 'send-to-bank' as const, runAt: leavesAt })),
      );
      continue;
    }
    const orders = own.map((one) => ({ one, ...groupedOf(one) }));
    for (const members of groupsWithin(orders, max)) {
      const group = bankGroupOf(members);
      for (const { one } of members) {
        const { step, payout, ...sending } = one;
        const changes = { ...step.changes, groupRef: group.groupRef };
        formed.moved.push({ payout, steps: [{ ...step, changes }] });
        formed.sending.push({ ...sending, group, payout: { ...payout, progress: step.next } });
      }
    }
  }
  return formed;
};

/**
 * Sends groups again. Only a group that is all here is sent. The bank is asked again about the orders of the others, unless its
 * "absent" is never final: then it was not called with them.
 */
export const sameGroups = (
  candidates: ReadonlyArray<OfGroup>,
  { now, isNeverAbsent }: { readonly now: EpochMs; readonly isNeverAbsent: boolean },
): { readonly sending: ReadonlyArray<Sending>; readonly apart: ReadonlyArray<DeferredWork> } => {
  const duty = isNeverAbsent ? 'send-to-bank' : 'query-unknowns';
  const [sending, apart]: [Sending[], DeferredWork[]] = [[], []];
  for (const [groupRef, own] of groupBy(candidates, (one) => one.groupRef)) {
    const group = bankGroupOf(own.map(groupedOf));
    if (group.groupRef === groupRef)
      sending.push(...own.map(({ payout, payer, work }) => ({ payout, payer, work, group })));
    else
      apart.push(
        ...own.map(({ work }) => ({ ...work, duty, runAt: meetingAfter(now, work) }) as const),
      );
  }
  return { sending, apart };
};

const OFTEN = 20;

/** Orders of a group that come back at different moments meet again: at the full minute, later at the quarter of an hour. */
const meetingAfter = (now: EpochMs, { attempts }: Work): EpochMs => {
  const apart = attempts < OFTEN ? MINUTE : 15 * MINUTE;
  return (Math.floor(now / apart) + 1) * apart;
};

const groupedOf = ({ payout: { order } }: Sending) => ({
  bankRef: bankRefOf(order.transactionId),
  amount: order.amount,
});

const groupKeyOf = ({ payout: { order, terms } }: Sending): string =>
  JSON.stringify([
    order.jobId,
    terms.debitAccountId,
    terms.debitAccountNumber,
    terms.paymentMethod,
    terms.orderDetails?.debtor,
  ]);

/**
 * Until when a payout waits for others of its job that were approved with it. Intake approves all that it does of a job
 * in one commit. A clock that is ahead of ours may have dated an approval: no group waits for that moment.
 */
export const settledAt = (
  { progress: { approvedBy, approvedAt = 0 } }: Pick<AcceptedPayout, 'progress'>,
  now: EpochMs,
): EpochMs => (approvedBy === undefined || approvedAt > now ? now : approvedAt + GATHER_WITHIN);
