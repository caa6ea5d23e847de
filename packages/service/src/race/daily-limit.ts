import { E } from '@hundi/core';
import { batchOf } from './batch-of.js';
import { compareWithBank } from './executions.js';
import { brokenJournals, openHouse, type House } from './house.js';
import { expected, type Outcome } from './outcome.js';

export interface DailyLimitSize {
  /** How many payments race for the room of the day. */
  readonly payments: number;
  /** How many of them it has room for. */
  readonly room: number;
}

const PROCESSES = 16;

const post = async (house: House, turn: number) => {
  const key = `limit-${String(turn)}`;
  const batch = batchOf(house, 1, key);
  const answer = await house.engineOf(turn).acceptBatch(house.sandbox.tenant, { key, batch });
  if (E.isLeft(answer)) throw new Error(`refused: ${JSON.stringify(answer.left)}`);
  return answer.right.answer.jobId;
};

/** Payments race for a daily limit that has room for some: it is used up and never exceeded. */
export const dailyLimit = async (
  server: string,
  { payments, room }: DailyLimitSize,
): Promise<Outcome> => {
  const house = await openHouse(server, { processes: PROCESSES, paymentsADay: room });
  try {
    const jobs = await Promise.all(
      Array.from({ length: payments }, (_, turn) => post(house, turn)),
    );
    await house.workOff();
    let [paid, rejected] = [0, 0];
    for (const jobId of jobs) {
      const job = await house.sandbox.engine.getJob(house.sandbox.tenant, {
        jobId,
        page: 1,
        limit: 1,
      });
      if (E.isLeft(job)) throw new Error(`the job ${jobId} is not there`);
      paid += job.right.counts.paid;
      rejected += job.right.counts.rejected;
    }
    const broken = [
      ...expected('paid', paid, room),
      ...expected('rejected', rejected, payments - room),
      ...(await compareWithBank(house, room)),
      ...(await brokenJournals(house)),
    ];
    const figures = { payments, 'room of the day': room, paid, processes: PROCESSES };
    return { race: 'a daily limit', figures, broken };
  } finally {
    await house.close();
  }
};
