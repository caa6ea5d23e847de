import type { Duty } from './duty.js';

/**
 * Runs every duty again and again until nothing is due at the clock's present moment; answers how many
 * items were worked on. For tests and the sandbox; a service has workers.
 *
 * @throws when work stays due after `roundsMax` rounds: a duty that makes no progress.
 */
export const runDue = async (duties: ReadonlyArray<Duty>, roundsMax = 10_000): Promise<number> => {
  let total = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    let worked = 0;
    for (const duty of duties) worked += await duty.run();
    if (worked === 0) return total;
    total += worked;
  }
  throw new Error(`work is still due after ${String(roundsMax)} rounds`);
};
