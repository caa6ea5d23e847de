import type { Figures } from './figures.js';

/** The bound of a figure. */
export type Bound = ({ readonly atMost: number } | { readonly atLeast: number }) & {
  /** The figure of an idle machine, where it does not hold the bound yet: a short run guards this one instead. */
  readonly reached?: number;
  /**
   * Depends on the machine: a time, or the speed of its processor against its disk's. A short run, which every machine
   * makes, leaves it out.
   */
  readonly isOfMachine?: true;
};

/**
 * The bounds of the figures, by their places in a run's JSON; docs/benchmarks.md says what each one measures. A
 * commit that moves a bound, or says that less is reached, says why.
 */
export const BOUNDS: Readonly<Record<string, Bound>> = {
  'acceptSqlite.ratio': { atMost: 1.5, reached: 1.6 },
  'acceptPostgres.ratio': { atMost: 1.75, reached: 2.5 },
  'completeSqlite.ratio': { atMost: 2 },
  'completePostgres.ratio': { atMost: 2, reached: 2.1 },
  'paidSqlite.ratio': { atMost: 2.5, reached: 2.7 },
  'paidPostgres.ratio': { atMost: 2.5, reached: 3 },
  'sealedSqlite.ratio': { atMost: 3 },
  'sealedPostgres.ratio': { atMost: 3, reached: 4.4 },
  'loopStall.ratio': { atMost: 1.5 },
  loopStallMs: { atMost: 50, isOfMachine: true },
  'signed.ratio': { atMost: 1.1 },
  'signed.stallMs': { atMost: 50, isOfMachine: true },
  'preview.ratio': { atMost: 1.5 },
  'preview.stallMs': { atMost: 50, isOfMachine: true },
  'preview.pageRatio': { atMost: 1.5 },
  'preview.fileStallMs': { atMost: 50, isOfMachine: true },
  'preview.pageStallMs': { atMost: 50, isOfMachine: true },
  'preview.fileMiB': { atMost: 64 },
  // The service computes and the bare floor waits for the disk. One version of the code gave 0.4 to 1.1.
  'smallWrites.ratio': { atLeast: 1.5, isOfMachine: true },
  'smallWrites.httpRatio': { atLeast: 0.27 },
  'getTransaction.ratio': { atLeast: 0.5 },
  'report.growth': { atMost: 1.5 },
  'report.searchRatio': { atMost: 2 },
  'pages.firstByteRatio': { atMost: 1.5 },
  'portal.firstByteRatio': { atMost: 1.5 },
  'portal.wholeRatio': { atMost: 1.5, reached: 2.4 },
  'webhooks.ratio': { atLeast: 0.4 },
  'webhooks.lagRatio': { atMost: 2 },
  'backlogs.database.p99Ratio': { atMost: 3 },
  'backlogs.endpoint.p99Ratio': { atMost: 3 },
  'backlogs.rail.p99Ratio': { atMost: 3 },
  'claimAfterVacuum.ratio': { atMost: 1.2 },
  'claimBesideSnapshot.ratio': { atMost: 1.5 },
  'claimBesideSnapshot.perSecond': { atLeast: 1_000 },
  'wake.p50Ms': { atMost: 30 },
  'wake.p99Ms': { atMost: 150 },
  'scaleOut.ratio': { atLeast: 3 },
  'scaleOut.getRatio': { atMost: 3 },
  'scaleOut.waiting': { atMost: 0.05 },
  'scaleOut.cpuMsPerPayout': { atMost: 0.2 },
  'sealLag.maxS': { atMost: 5 },
  'start.ratio': { atMost: 6 },
  'import.ratio': { atMost: 6 },
  'import.coreRatio': { atMost: 3 },
  'import.testkitRatio': { atMost: 4 },
  'import.receiverRatio': { atMost: 1.3 },
  'messages.writeRatio': { atMost: 6 },
  'messages.readRatio': { atMost: 10 },
  'messages.writtenPerCoreSecond': { atLeast: 50_000, isOfMachine: true },
  'messages.readPerCoreSecond': { atLeast: 20_000, isOfMachine: true },
  'messages.collectedPerCoreSecond': { atLeast: 20_000, isOfMachine: true },
  'messages.collectMiB': { atMost: 64 },
  'messages.writeMiB': { atMost: 64 },
  'messages.readMiB': { atMost: 64 },
  'messages.stallMs': { atMost: 50, isOfMachine: true },
  'simulate.perCoreSecond': { atLeast: 150 },
  'soak.growthMiB': { atMost: 50 },
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
 * @param slack for short runs, which are noisy: how many times what is reached a figure may be
 */
export const checkBounds = (figures: Figures, slack?: number): ReadonlyArray<Checked> =>
  Object.entries(BOUNDS).flatMap(([figure, bound]) => {
    const value = figures.get(figure);
    if (value === undefined || (slack !== undefined && bound.isOfMachine)) return [];
    const allowed = slack === undefined ? bound : widened(bound, slack);
    // A figure that is no number holds no bound.
    const holds = 'atMost' in allowed ? value <= allowed.atMost : value >= allowed.atLeast;
    return [{ figure, value, bound: allowed, holds }];
  });

const widened = (bound: Bound, slack: number): Bound =>
  'atMost' in bound
    ? { atMost: rounded((bound.reached ?? bound.atMost) * slack) }
    : { atLeast: rounded((bound.reached ?? bound.atLeast) / slack) };

const rounded = (value: number): number => Number(value.toFixed(2));

const said = (bound: Bound): string =>
  'atMost' in bound ? `at most ${String(bound.atMost)}` : `at least ${String(bound.atLeast)}`;

/** A Markdown table for people: each figure, its bound and whether it holds. */
export const checkedTable = (checked: ReadonlyArray<Checked>): string =>
  [
    '| Figure | Measured | Bound | Holds |',
    '|---|---|---|---|',
    ...checked.map(
      ({ figure, value, bound, holds }) =>
        `| \`${figure}\` | ${String(value)} | ${said(bound)} | ${holds ? 'yes' : '**no**'} |`,
    ),
  ].join('\n');
