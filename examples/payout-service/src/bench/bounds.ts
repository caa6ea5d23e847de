import type { Figures } from './figures.js';

/** The bound of a figure. */
export type Bound = { readonly atMost: number } | { readonly atLeast: number };

/**
 * The bounds of the figures, by their places in a run's JSON; docs/benchmarks.md says what each one measures. A
 * commit that moves a bound says why.
 */
export const BOUNDS: Readonly<Record<string, Bound>> = {
  'acceptSqlite.ratio': { atMost: 2 },
  'acceptPostgres.ratio': { atMost: 2 },
  'completeSqlite.ratio': { atMost: 2.5 },
  'completePostgres.ratio': { atMost: 2.5 },
  'paidSqlite.ratio': { atMost: 3 },
  'paidPostgres.ratio': { atMost: 3 },
  loopStallMs: { atMost: 60 },
  'smallWrites.ratio': { atLeast: 1 },
  'getTransaction.ratio': { atLeast: 0.5 },
  'report.growth': { atMost: 1.5 },
  'pages.firstByteRatio': { atMost: 1.5 },
  'webhooks.ratio': { atLeast: 0.4 },
  'webhooks.lagRatio': { atMost: 2 },
  'timing.worstT': { atMost: 4.5 },
};

/** A figure beside its bound. */
export interface Checked {
  readonly figure: string;
  readonly value: number;
  readonly bound: Bound;
  readonly holds: boolean;
}

/**
 * Compares the figures of a run with their bounds, in the order of the bounds; figures without a bound, and bounds
 * of parts that did not run, are left out.
 *
 * @param slack how many times a bound a figure may reach: 1 but for short runs, which are noisy
 */
export const checkBounds = (figures: Figures, slack: number): ReadonlyArray<Checked> =>
  Object.entries(BOUNDS).flatMap(([figure, bound]) => {
    const value = figures.get(figure);
    if (value === undefined) return [];
    // A figure that could not be measured breaks no bound.
    const holds =
      'atMost' in bound ? value <= bound.atMost * slack : value >= bound.atLeast / slack;
    return [{ figure, value, bound, holds }];
  });

/** A line for people: the figure, its bound and whether it holds. */
export const checkedLine = ({ figure, value, bound, holds }: Checked): string =>
  `${holds ? 'holds ' : 'BROKEN'} ${figure} ${String(value)}, ${
    'atMost' in bound ? `at most ${String(bound.atMost)}` : `at least ${String(bound.atLeast)}`
  }`;
