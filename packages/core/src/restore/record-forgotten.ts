import { E } from '../kernel/fp.js';
import type { Incident } from '../journal/entry/incident.js';
import type { EpochMs } from '../kernel/values/time.js';
import { movePayouts } from '../payout/move/move-payouts.js';
import { stepPayout } from '../payout/payout-machine.js';
import type { Payout } from '../payout/payout.js';
import type { Stores } from '../storage/storage.js';
import { BANK, applyAnswers, type PayoutAnswer } from '../settlement/answer/apply-answers.js';

/**
 * Lets payouts that a forgotten life of the database has sent follow what the bank says of them, approved
 * again or not: what is executed is never executable again. An incident is raised for each.
 */
export const recordForgotten = async (
  stores: Stores,
  answers: ReadonlyArray<PayoutAnswer>,
  at: EpochMs,
): Promise<void> => {
  const found = answers.map(({ payout, answer }) => ({
    payout,
    answer,
    step: recovered(payout, at),
  }));
  // First, because a worker holds the work before it moves the payout.
  await stores.work.add(
    found.map(({ payout: { order } }) => ({
      duty: 'query-unknowns',
      subject: order.transactionId,
      tenant: order.tenant,
      runAt: at,
    })),
  );
  await movePayouts(
    stores,
    found.map(({ payout, step: taken }) => ({ payout, steps: [taken] })),
    { actor: BANK },
  );
  await stores.journal.raise(found.map(({ payout, answer }) => forgotten(payout, answer, at)));
  await applyAnswers(
    stores,
    found.map(({ payout, answer, step: { next } }) => ({
      payout: { ...payout, progress: next },
      answer,
    })),
    at,
  );
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
