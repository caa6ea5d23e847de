import type { Departure } from '../../authority/departure.js';
import { E } from '../../../kernel/fp.js';
import type { PayoutStatusDetails } from '../../../kernel/values/status-details.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { expecting, stepPayout, type PayoutStep } from '../../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import { creditOf, type Opening } from '../../../model/settlement/order/window.js';
import type { Work } from '../../../storage/work-store.js';
import { isDoubtful } from '../../doubt/doubt.js';
import type { SentIn } from './gather-groups.js';
import { HOLD_LOOK } from './held-for-review.js';
import { APPROVAL_NOT_PROVEN } from './send-authority.js';
import { HELD_BY_BANK } from './send-review.js';

/** The present moment, and up to which moment of their making payouts are in doubt. */
export interface Moments {
  readonly now: EpochMs;
  readonly line: EpochMs | undefined;
}

/** Until when a payout is not sent, why, and when its credit is expected, where that is known. */
export interface Wait {
  readonly until: EpochMs;
  readonly why: PayoutStatusDetails;
  readonly expectedCreditAt?: EpochMs | undefined;
}

/** What the guard says of a payout: `unasked` where it has to be asked first. */
export type Screening = 'may_leave' | 'unasked' | 'held';

/** What may keep a payout from the bank for now, and how it is sent. */
export interface Circumstances {
  readonly wait: (payout: AcceptedPayout) => Wait | undefined;
  readonly opening: (payout: AcceptedPayout) => Opening;
  readonly departure: (payout: AcceptedPayout) => Departure;
  readonly screening: (payout: AcceptedPayout) => Screening;
  /** Whether the bank has said of a payout that was not sent that it has it. */
  readonly isReported: (payout: AcceptedPayout) => boolean;
  readonly sentIn: (payout: AcceptedPayout) => SentIn;
  /** Whether the bank's "absent" is never final: then what is to be sent again was given back, and the bank was not called. */
  readonly isNeverAbsent: boolean;
}

/** What becomes of a claimed payout. A `step` to `sent_to_bank` is the intent to send it. */
export type Fate =
  /** It was cancelled or settled meanwhile. */
  | { readonly is: 'over' }
  /** It leaves now: for the first time by its step, or again. */
  | { readonly is: 'sent'; readonly step?: PayoutStep }
  /** It may leave in a new group. */
  | { readonly is: 'sent_in_new_group'; readonly step: PayoutStep }
  /** It may leave again in the group that it was sent in. */
  | { readonly is: 'sent_in_same_group'; readonly groupRef: string }
  /** The bank may have it from before a restore, or says that it has it, and is asked. */
  | { readonly is: 'in_doubt'; readonly step?: PayoutStep }
  /** It was sent before, and the bank has closed since it said that it never got it: the bank is asked again. */
  | { readonly is: 'asked_about' }
  /** It waits, with the reason as people see it; an incident names what is `unproven`. */
  | (Wait & { readonly is: 'waiting'; readonly unproven?: Unproven })
  /** It is given back until its signatures are checked. */
  | { readonly is: 'unchecked' }
  /** It is given back until the guard was asked. */
  | { readonly is: 'unscreened' };

/** What is not proven of the approvals of a payout. */
export type Unproven = Exclude<Departure, 'may_leave' | 'unchecked'>;

/** Decides what becomes of a payout that a worker has claimed to send (decisions §8). */
export const fateOf = (
  payout: AcceptedPayout,
  work: Work,
  circumstances: Circumstances,
  moments: Moments,
): Fate => {
  const inDoubt = isDoubtful(work, payout, moments.line);
  const fate = payout.progress.status === 'sent_to_bank' ? fateAgain : fateFirst;
  return fate(payout, circumstances, moments.now, inDoubt);
};

const fateFirst = (
  payout: AcceptedPayout,
  circumstances: Circumstances,
  now: EpochMs,
  inDoubt: boolean,
): Fate => {
  const sent = stepPayout(payout.progress, { type: 'send', at: now });
  if (E.isLeft(sent)) return { is: 'over' };
  if (circumstances.isReported(payout)) return { is: 'in_doubt', step: sent.right };
  const kept = keptBack(payout, circumstances, now);
  if (kept !== undefined) return kept;
  if (circumstances.screening(payout) === 'unasked') return { is: 'unscreened' };
  const step = expecting(sent.right, creditOf(circumstances.opening(payout)));
  if (inDoubt) return { is: 'in_doubt', step };
  return { is: circumstances.sentIn(payout) === 'new_group' ? 'sent_in_new_group' : 'sent', step };
};

/** Of one that was sent and that the bank never got. The guard is not asked about it again. */
const fateAgain = (
  payout: AcceptedPayout,
  circumstances: Circumstances,
  now: EpochMs,
  inDoubt: boolean,
): Fate => {
  // A question has no window, and waiting for one would leave a mark.
  if (inDoubt) return { is: 'in_doubt' };
  // The bank may get the order late. The mark of this claim puts off its next final absence.
  if (!circumstances.isNeverAbsent && circumstances.opening(payout).at > now)
    return { is: 'asked_about' };
  const kept = keptBack(payout, circumstances, now);
  if (kept !== undefined) return kept;
  const group = circumstances.sentIn(payout);
  return typeof group === 'object' ? { is: 'sent_in_same_group', ...group } : { is: 'sent' };
};

/** The fate of a payout that a hold, a closed window, its approvals or the guard keep from the bank. */
const keptBack = (
  payout: AcceptedPayout,
  { wait, departure, screening }: Circumstances,
  now: EpochMs,
): Fate | undefined => {
  const waiting = wait(payout);
  if (waiting !== undefined) return { is: 'waiting', ...waiting };
  const judged = departure(payout);
  const until = now + HOLD_LOOK;
  if (judged === 'unchecked') return { is: 'unchecked' };
  if (judged !== 'may_leave')
    return { is: 'waiting', until, why: APPROVAL_NOT_PROVEN, unproven: judged };
  return screening(payout) === 'held' ? { is: 'waiting', until, why: HELD_BY_BANK } : undefined;
};
