import type { Comparison } from './compare.js';

/** The actions and findings of a run. */
export interface CrashReport extends Comparison {
  readonly database: string;
  readonly kills: number;
  /** How often processes died where: at a named point, or wherever they were. */
  readonly deaths: Readonly<Record<string, number>>;
  /** Measured times, in ms. */
  readonly times: Readonly<Record<string, ReadonlyArray<number>>>;
}

/** A bound on what is timed, in ms. */
interface Bound {
  readonly median: number;
  readonly worst: number;
}

/** Of a service whose primary is lost, by its operators' promise. */
const RESUMED = { median: 60_000, worst: 60_000 };

/**
 * A service on SQLite is ready again in 2 s; the worst may be beyond that by what a busy machine adds; far
 * beyond, something is wrong. The work of a dead worker is taken up in 30 s, its lease of 25 s and then some:
 * a median near 30 s has no margin left.
 */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, Bound>>>> = {
  SQLite: { ready: { median: 2_000, worst: 10_000 } },
  PostgreSQL: { 'taken up': { median: 28_000, worst: 30_000 } },
  'Loss of the primary': { 'accepting again': RESUMED, 'paying again': RESUMED },
};

const sorted = (times: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...times].sort((a, b) => a - b);

const medianOf = (times: ReadonlyArray<number>): number =>
  sorted(times)[Math.floor(times.length / 2)] ?? 0;

const worstOf = (times: ReadonlyArray<number>): number => sorted(times).at(-1) ?? 0;

/** Times that are beyond their bounds. */
export const tooSlow = ({ database, times }: CrashReport): ReadonlyArray<string> =>
  Object.entries(times).flatMap(([name, all]) => {
    const bound = BOUNDS[database]?.[name];
    const [median, worst] = [medianOf(all), worstOf(all)];
    return bound !== undefined && (median > bound.median || worst > bound.worst)
      ? [`${name} took ${String(Math.round(median))} ms, at worst ${String(Math.round(worst))} ms`]
      : [];
  });

const LOSSES_SHOWN = 20;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

export const linesOf = (report: CrashReport): ReadonlyArray<string> => {
  const { database, kills, deaths, times, requests, replies, payouts, executed, losses } = report;
  return [
    `${database}: ${String(kills)} kills`,
    `  died ${Object.entries(deaths)
      .map(([where, count]) => `${where} ${String(count)}`)
      .join(', ')}`,
    `  compared ${String(requests)} requests with ${String(replies)} replies, ` +
      `${String(payouts)} payouts, ${String(executed)} executions at the bank`,
    ...Object.entries(times).map(
      ([name, all]) =>
        `  ${name} in ${seconds(medianOf(all))} (median), ${seconds(worstOf(all))} (worst)`,
    ),
    `  lost or doubled: ${String(losses.length)}`,
    ...losses.slice(0, LOSSES_SHOWN).map((loss) => `    ${loss}`),
    ...tooSlow(report).map((line) => `  too slow: ${line}`),
  ];
};
