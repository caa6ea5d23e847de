import { setTimeout } from 'node:timers/promises';
import type { GetBacklog } from '@hundi/core/inversify';
import type { Backlog } from '@hundi/core/wire';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../log/logger.js';

// However often anybody scrapes, the database is asked once in so long.
const FRESH_MS = 5_000;
const PATIENCE_MS = 2_000;
const SECOND = 1_000;

/** Sets the gauges of the engine's backlog, which every process on one database shows alike. */
export type RefreshBacklog = () => Promise<void>;

const gaugesOf = (registry: Registry) => {
  const gauge = <L extends string = never>(
    name: string,
    help: string,
    labelNames: ReadonlyArray<L> = [],
  ) => new Gauge<L>({ name, help, labelNames: [...labelNames], registers: [registry] });
  return {
    readable: gauge(
      'hundi_backlog_readable',
      '1, or 0 when the database did not answer in time; with 0, the gauges of the backlog are absent.',
    ),
    jobs: gauge('hundi_jobs_open', 'Jobs that intake has not finished, at most 10,000.', [
      'status',
    ]),
    waiting: gauge('hundi_work_waiting', 'Work that is due now or later, at most 10,000.', [
      'duty',
    ]),
    due: gauge('hundi_work_due', 'Work that is due, at most 10,000.', ['duty']),
    lag: gauge(
      'hundi_work_oldest_due_seconds',
      'Time since the oldest due work fell due, which is the lag of the duty.',
      ['duty'],
    ),
    unknowns: gauge(
      'hundi_payouts_unknown',
      'Payouts whose outcome the bank has not reported, including those in a call; at most 10,000.',
    ),
    oldest: gauge(
      'hundi_payouts_unknown_oldest_seconds',
      'Time since the oldest payout without an outcome was sent.',
    ),
    asksUpTo: gauge(
      'hundi_asks_before_sending_up_to_seconds',
      'After a restored backup: the engine asks the bank about payouts made up to this moment before it sends them. It stays.',
    ),
    failing: gauge(
      'hundi_webhook_endpoints_failing',
      'Enabled webhook endpoints at which every attempt has failed since the last success, at most 10,000.',
    ),
    disabled: gauge(
      'hundi_webhook_endpoints_disabled',
      'Disabled webhook endpoints: gone (answered 410), failing (failed for five days), person (a person disabled it); at most 10,000 of each.',
      ['by'],
    ),
    incidents: gauge('hundi_incidents_last_hour', 'Incidents raised in the last hour.', ['kind']),
  };
};

type Gauges = ReturnType<typeof gaugesOf>;

const show = (gauges: Gauges, backlog: Backlog): void => {
  const { duties, openJobs, unknowns, asksUpTo, endpoints, incidents } = backlog;
  gauges.readable.set(1);
  for (const [status, count] of Object.entries(openJobs)) gauges.jobs.set({ status }, count);
  for (const { duty, waiting, due, oldestDueMs } of duties) {
    gauges.waiting.set({ duty }, waiting);
    gauges.due.set({ duty }, due);
    gauges.lag.set({ duty }, oldestDueMs / SECOND);
  }
  gauges.unknowns.set(unknowns.count);
  gauges.oldest.set(unknowns.oldestMs / SECOND);
  if (asksUpTo !== undefined) gauges.asksUpTo.set(asksUpTo / SECOND);
  gauges.failing.set(endpoints.failing);
  for (const [by, count] of Object.entries(endpoints.disabled)) gauges.disabled.set({ by }, count);
  for (const [kind, count] of Object.entries(incidents)) gauges.incidents.set({ kind }, count);
};

// Figures of a database that does not answer are none: an old one would look like a quiet engine.
const hide = (gauges: Gauges): void => {
  const { jobs, waiting, due, lag, incidents, disabled } = gauges;
  for (const gauge of [jobs, waiting, due, lag, incidents, disabled]) gauge.reset();
  for (const gauge of [gauges.unknowns, gauges.oldest, gauges.asksUpTo, gauges.failing])
    gauge.remove();
  gauges.readable.set(0);
};

const inTime = async (getBacklog: GetBacklog): Promise<Backlog> => {
  const patience = new AbortController();
  const late = async (): Promise<never> => {
    await setTimeout(PATIENCE_MS, undefined, { signal: patience.signal });
    throw new Error('the database takes too long');
  };
  try {
    return await Promise.race([getBacklog(), late()]);
  } finally {
    patience.abort();
  }
};

export const backlogMetrics = (
  registry: Registry,
  getBacklog: GetBacklog,
  logger: Logger,
): RefreshBacklog => {
  const gauges = gaugesOf(registry);
  let readAt = -Infinity;
  let reading: Promise<void> = Promise.resolve();

  const read = async (): Promise<void> => {
    try {
      show(gauges, await inTime(getBacklog));
    } catch (error) {
      logger.warn('backlog could not be read', { error });
      hide(gauges);
    }
  };

  return () => {
    const now = performance.now();
    if (now - readAt >= FRESH_MS) {
      readAt = now;
      reading = read();
    }
    return reading;
  };
};
