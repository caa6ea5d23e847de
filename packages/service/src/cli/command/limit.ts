import type { Surroundings } from './command.js';

/** Says that `--limit` cut a list short. */
export const sayThereAreMore = (limit: number, { err }: Pick<Surroundings, 'err'>): void => {
  err(`hundi: there are more than ${String(limit)}: a larger --limit shows them`);
};
