import { E } from '@hundi/core';
import type { AcceptedBatch } from '@hundi/core/wire';
import { batchOf } from './batch-of.js';
import { compareWithBank } from './executions.js';
import { brokenJournals, openHouse, type House } from './house.js';
import { expected, type Outcome } from './outcome.js';

/** How often, and by how many callers at once. */
export interface SameKeySize {
  readonly rounds: number;
  readonly callers: number;
}

const PROCESSES = 8;
const PAYMENTS = 2;

type Answered = AcceptedBatch & { readonly replayed: boolean };

const postOnce = async (house: House, turn: number, key: string): Promise<Answered> => {
  const { tenant } = house.sandbox;
  const batch = batchOf(house, PAYMENTS, key);
  const answer = await house.engineOf(turn).acceptBatch(tenant, { key, batch });
  if (E.isLeft(answer)) throw new Error(`refused: ${JSON.stringify(answer.left)}`);
  return { ...answer.right.answer, replayed: answer.right.replayed };
};

const round = async (
  house: House,
  callers: number,
  key: string,
): Promise<ReadonlyArray<string>> => {
  const answers = await Promise.all(
    Array.from({ length: callers }, (_, turn) => postOnce(house, turn, key)),
  );
  const texts = new Set(answers.map(({ replayed: _, ...answer }) => JSON.stringify(answer)));
  const made = answers.filter(({ replayed }) => !replayed).length;
  return [
    ...expected(`${key}, different answers`, texts.size, 1),
    ...expected(`${key}, answers that are no repetition`, made, 1),
  ];
};

/** Many callers post the same batch under the same key at once, to many processes: it is accepted and paid once. */
export const sameKey = async (
  server: string,
  { rounds, callers }: SameKeySize,
): Promise<Outcome> => {
  const house = await openHouse(server, { processes: PROCESSES });
  try {
    const broken: string[] = [];
    for (let i = 0; i < rounds; i += 1)
      broken.push(...(await round(house, callers, `key-${String(i)}`)));
    await house.workOff();
    broken.push(...(await compareWithBank(house, rounds * PAYMENTS)));
    broken.push(...(await brokenJournals(house)));
    const figures = { rounds, 'callers at once': callers, processes: PROCESSES };
    return { race: 'one key, many callers', figures, broken };
  } finally {
    await house.close();
  }
};
