/** The most that one report may cost. */
export interface Budget {
  /** How many payouts it may still look at. */
  readonly left: () => number;
  readonly spend: (rows: number) => void;
  /** Whether it is to stop: it has looked at as many as it may, or for as long. */
  readonly isSpent: () => boolean;
}

/** A report that takes longer goes on with its next page. Statements of bounded work are done in between. */
const TIME_MAX_MS = 4_000;

export const budgetOf = (rowsMax: number): Budget => {
  const until = performance.now() + TIME_MAX_MS;
  let left = rowsMax;
  return {
    left: () => Math.max(left, 1),
    spend: (rows) => {
      left -= rows;
    },
    isSpent: () => left <= 0 || (left < rowsMax && performance.now() > until),
  };
};
