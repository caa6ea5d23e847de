import type { Registry } from 'prom-client';
import { loggerTo } from '../log/logger.js';
import { backlogMetrics } from '../watch/backlog-metrics.js';
import { fileMetrics } from '../folder-rail/file-metrics.js';
import { watchMachineClock } from '../watch/machine-clock.js';
import { makeMetrics } from '../watch/metrics.js';

/** A registry with every metric of a running service on PostgreSQL, none of which was measured. */
export const everyMetric = (): Registry => {
  const silent = loggerTo({ write: () => undefined }, 'silent');
  const { registry } = makeMetrics();
  backlogMetrics(registry, () => Promise.reject(new Error('nothing is measured')), silent);
  watchMachineClock(registry, silent);
  fileMetrics(registry, { out: '', in: '', refused: '' });
  return registry;
};
