import type { TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { PayoutStep } from '../../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { PayerToday } from '../../../model/settlement/order/bank-order.js';
import type { DutyName, Work } from '../../../storage/work-store.js';
import type { Changes } from '../../writer/changes.js';
import { restored } from '../../restore/restored.js';
import { fateOf, type Circumstances, type Fate, type Moments, type Unproven } from './fate.js';
import { newGroups, sameGroups, type Sending } from './form-groups.js';
import type { Gathered } from './gather-groups.js';
import { screenedWithin } from './guarding.js';

/** Claimed payouts of one corporate, and what may keep each of them from the bank for now. */
export interface Leaving extends Gathered, Circumstances {
  readonly tenant: Tenant;
  readonly payer: PayerToday;
  /** How many orders a group holds at most; of no use where the rail takes no groups. */
  readonly groupMax: number;
}

export interface PlannedSends {
  /**
   * What is written before anything leaves. The step of a payout to `sent_to_bank` is the intent to send it, and its claim is
   * held meanwhile: if the claim lapses, `query-unknowns` gets the work and asks the bank.
   */
  readonly changes: Changes;
  /** These leave once the changes are committed. */
  readonly sending: ReadonlyArray<Sending>;
  /** These are given back: their signatures have to be checked first. */
  readonly unchecked: ReadonlyArray<Sending>;
  /** These are given back: the guard has to be asked first. */
  readonly unscreened: ReadonlyArray<Sending>;
}

/** A claimed payout and its fate. */
type Fated<F extends Fate = Fate> = Sending & { readonly fate: F };

/**
 * Plans which of the claimed payouts leave for the bank now, which are asked about, and which wait for how long: the
 * intent to send stands in the changes (decisions §8).
 */
export const planSends = (leaving: Leaving, moments: Moments): PlannedSends => {
  const { tenant, payer, isCut, groupMax } = leaving;
  const { now, line } = moments;
  const fated: Fated[] = [];
  // Intake did not accept them.
  const foreign: Work[] = [];
  for (const work of leaving.work) {
    const payout = leaving.payouts.get(work.subject as TransactionId);
    if (payout?.intake !== 'accepted') foreign.push(work);
    else fated.push({ payout, payer, work, fate: fateOf(payout, work, leaving, moments) });
  }
  const those = <I extends Fate['is']>(is: I) =>
    fated.filter((one): one is Fated<Extract<Fate, { is: I }>> => one.fate.is === is);

  const sent = those('sent');
  const inDoubt = those('in_doubt');
  const waiting = those('waiting');
  const unchecked = those('unchecked').map(asSending);
  const unscreened = those('unscreened').map(asSending);
  const fresh = newGroups(
    those('sent_in_new_group').map(({ fate: { step }, ...one }) => ({ ...one, step })),
    { max: groupMax, now, isCut, unchecked },
  );
  const again = sameGroups(
    those('sent_in_same_group').map(({ fate: { groupRef }, ...one }) => ({ ...one, groupRef })),
    { now, isNeverAbsent: leaving.isNeverAbsent },
  );
  const isRestored = inDoubt.length > 0 && line !== undefined;
  const changes: Changes = {
    by: { actor: 'send-to-bank' },
    at: now,
    moves: [
      ...[...sent, ...inDoubt].flatMap(({ payout, fate: { step } }) =>
        step === undefined ? [] : [{ payout, steps: [step] }],
      ),
      ...fresh.moved,
    ],
    explained: waiting.map(({ payout: { order, progress }, fate: { why, expectedCreditAt } }) => ({
      tenant,
      transactionId: order.transactionId,
      follows: progress.sequence,
      statusDetails: why,
      ...(expectedCreditAt !== undefined && { expectedCreditAt }),
    })),
    handled: {
      over: [...foreign, ...those('over').map(({ work }) => work)],
      later: [
        ...waiting.map(({ work, fate }) => dueAgain(work, 'send-to-bank', fate.until)),
        ...inDoubt.map(({ work }) => dueAgain(work, 'query-unknowns', now)),
        ...those('asked_about').map(({ work }) => dueAgain(work, 'query-unknowns', now)),
        ...again.apart,
      ],
      givenBack: [
        ...leaving.strays,
        ...fresh.gathering,
        ...unchecked.map(({ work }) => dueAgain(work, 'send-to-bank', now)),
        ...unscreened.map(({ work }) =>
          dueAgain(work, 'send-to-bank', now + screenedWithin(unscreened.length)),
        ),
      ],
    },
    incidents: [
      ...waiting.flatMap(({ payout, fate: { unproven } }) =>
        unproven === undefined ? [] : [notProven(payout, unproven, now)],
      ),
      ...(isRestored ? [restored(tenant, line, now)] : []),
    ],
  };
  const sending = [...sent.map(intended), ...fresh.sending, ...again.sending];
  return { changes, sending, unchecked, unscreened };
};

const asSending = ({ payout, payer, work }: Fated): Sending => ({ payout, payer, work });

/** As it stands once its intent is committed. */
const intended = (one: Fated<{ readonly is: 'sent'; readonly step?: PayoutStep }>): Sending => {
  const { payout, payer, work, fate } = one;
  const { step } = fate;
  return {
    payer,
    work,
    payout: step === undefined ? payout : { ...payout, progress: step.next },
  };
};

const dueAgain = (work: Work, duty: DutyName, runAt: EpochMs) => ({ ...work, duty, runAt });

/** One for each payout that is not proven; one for the corporate where its policies are not. */
const notProven = (
  { order: { tenant, transactionId } }: AcceptedPayout,
  unproven: Unproven,
  at: EpochMs,
): Incident =>
  unproven === 'not_proven'
    ? {
        tenant,
        kind: 'approval_not_proven',
        subjectId: transactionId,
        at,
        detail: 'what would be sent is not what people signed, or not enough people did',
      }
    : {
        tenant,
        kind: 'policies_not_proven',
        subjectId: tenant.corporateTenantId,
        at,
        detail: 'the stored policies are not those that came into force last',
      };
