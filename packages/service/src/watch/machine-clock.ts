import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../log/logger.js';

/** From here on people who compare logs, or certificates that are just valid, notice it. */
export const FAR_MS = 2_000;
const SECOND = 1_000;

/**
 * Shows how far the clock of this machine is ahead of the database's, and warns when it comes to differ. The service
 * goes by the database's.
 */
export const watchMachineClock = (
  registry: Registry,
  logger: Pick<Logger, 'warn'>,
): ((aheadMs: number) => void) => {
  const gauge = new Gauge({
    name: 'hundi_machine_clock_ahead_seconds',
    help: 'On PostgreSQL: how far the clock of this machine is ahead of the clock of the database; negative when it is behind.',
    registers: [registry],
  });
  let wasFar = false;
  return (aheadMs) => {
    gauge.set(aheadMs / SECOND);
    const isFar = Math.abs(aheadMs) > FAR_MS;
    if (isFar && !wasFar) logger.warn('machine clock differs from the database', { aheadMs });
    wasFar = isFar;
  };
};
