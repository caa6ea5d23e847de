import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { compareBooks } from '../stage/compare-books.js';
import type { Stage } from '../stage/stage.js';

/** The journal of a payout: each state, and the actor of the change. */
export const trailOf = async (stage: Stage, id: TransactionId) =>
  (await stage.journal(id)).map(({ to, actor }) => [to, actor]);

/** The outcome of payouts that were cancelled and sent at the same time: one or the other, and the books agree. */
export const eitherWay = async (
  stage: Stage,
  ids: ReadonlyArray<TransactionId>,
  answers: ReadonlyArray<string>,
): Promise<void> => {
  for (const [i, id] of ids.entries()) {
    const { status } = await stage.payout(id);
    assert.deepEqual(
      [answers[i], status],
      status === 'cancelled' ? ['cancelled', 'cancelled'] : ['WrongPayoutStatus', 'paid'],
    );
    const states = (await stage.journal(id)).map(({ to }) => to);
    assert.equal(states.includes('cancelled'), status === 'cancelled');
    assert.equal(states.includes('sent_to_bank'), status === 'paid');
  }
  await compareBooks(stage, ids);
};
