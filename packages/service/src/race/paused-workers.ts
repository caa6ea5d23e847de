import { setTimeout } from 'node:timers/promises';
import { E, type BankRail } from '@hundi/core';
import type { Dice } from '../crash/dice.js';
import { batchOf } from './batch-of.js';
import { compareWithBank } from './executions.js';
import { brokenJournals, openHouse } from './house.js';
import { expected, type Outcome } from './outcome.js';

export interface PausedWorkersSize {
  readonly workers: number;
  readonly payments: number;
}

/** How many of the moments around a call are paused at. */
const PAUSES = 1 / 3;

/** By the clock of the house 40 s: a lease is over by then, and others have taken the work. */
const PAUSE_MS = 4_000;

/** A rail whose calls pause before they reach the bank, or after it has answered. */
const pausing = (rail: BankRail, dice: Dice, onPause: () => void): BankRail => {
  const maybe = async (): Promise<void> => {
    if (!dice.chance(PAUSES)) return;
    onPause();
    await setTimeout(PAUSE_MS);
  };
  return {
    ...rail,
    submit: async (orders) => {
      await maybe();
      const answers = await rail.submit(orders);
      await maybe();
      return answers;
    },
  };
};

/** Workers of many processes pause beyond their lease while others take over: each payment is executed once. */
export const pausedWorkers = async (
  server: string,
  { workers, payments }: PausedWorkersSize,
  dice: Dice,
): Promise<Outcome> => {
  let pauses = 0;
  const house = await openHouse(server, {
    processes: workers,
    railOf: (rail) =>
      pausing(rail, dice, () => {
        pauses += 1;
      }),
  });
  try {
    const { engine, tenant } = house.sandbox;
    const posted = await engine.acceptBatch(tenant, {
      key: 'paused',
      batch: batchOf(house, payments, 'paused'),
    });
    if (E.isLeft(posted)) throw new Error(`refused: ${JSON.stringify(posted.left)}`);
    const startedAt = performance.now();
    await house.workOff();
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const { jobId } = posted.right.answer;
    const job = await engine.getJob(tenant, { jobId, page: 1, limit: 1 });
    if (E.isLeft(job)) throw new Error('the job is not there');
    const broken = [
      ...expected('paid', job.right.counts.paid, payments),
      ...(pauses === 0 ? ['no worker paused: nothing was tried'] : []),
      ...(await compareWithBank(house, payments)),
      ...(await brokenJournals(house)),
    ];
    const figures = { workers, payments, 'pauses beyond the lease': pauses, seconds };
    return { race: 'workers that pause beyond their lease', figures, broken };
  } finally {
    await house.close();
  }
};
