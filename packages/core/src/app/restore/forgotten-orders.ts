import { E } from '../../kernel/fp.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { stepPayout } from '../../model/payout/payout-machine.js';
import type { Payout } from '../../model/payout/payout.js';
import { following, type Followed, type PayoutAnswer } from '../bank-answer/following.js';
import type { NewWork } from '../../storage/work-store.js';

/**
 * Payouts that a forgotten life of the database has sent follow what the bank says of them, approved again or not: what
 * is executed is never executable again. The bank is asked on about each, and an incident is raised for it.
 */
export const followingForgotten = (
  answers: ReadonlyArray<PayoutAnswer>,
  at: EpochMs,
): Followed & { readonly work: ReadonlyArray<NewWork> } => {
  const found = answers.map((one) => ({ ...one, step: recovered(one.payout, at) }));
  const followed = following(
    found.map(({ payout, answer, step: { next } }) => ({
      payout: { ...payout, progress: next },
      answer,
    })),
    at,
  );
  const verdicts = new Map(
    followed.moves.map(({ payout, steps }) => [payout.order.transactionId, steps]),
  );
  return {
    ...followed,
    work: found.map(({ payout: { order } }) => ({
      duty: 'query-unknowns',
      subject: order.transactionId,
      tenant: order.tenant,
      runAt: at,
    })),
    moves: found.map(({ payout, step }) => ({
      payout,
      steps: [step, ...(verdicts.get(payout.order.transactionId) ?? [])],
    })),
    incidents: [
      ...found.map(({ payout, answer }) => forgotten(payout, answer, at)),
      ...followed.incidents,
    ],
  };
};

const recovered = ({ order, progress }: PayoutAnswer['payout'], at: EpochMs) => {
  const taken = stepPayout(progress, { type: 'recover', at: Math.max(at, order.createdAt) });
  if (E.isLeft(taken)) throw new Error('only what is not at the bank was forgotten');
  return taken.right;
};

/** Raised once for each payout. */
export const forgotten = (
  payout: Payout,
  { kind }: PayoutAnswer['answer'],
  at: EpochMs,
): Incident => ({
  tenant: payout.order.tenant,
  kind: 'forgotten_order',
  subjectId: payout.order.transactionId,
  at,
  detail: `in the restored database the payout is ${payout.intake === 'accepted' ? payout.progress.status : 'queued'}, the bank says ${kind}`,
});
