import { setTimeout } from 'node:timers/promises';

const EVERY_MS = 50;

/** Asks again and again. @throws in the words given when the answer is never yes. */
export const until = async (
  isSo: () => Promise<boolean>,
  patienceMs: number,
  otherwise: string,
): Promise<void> => {
  const latest = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > latest) throw new Error(otherwise);
    await setTimeout(EVERY_MS);
  }
};
