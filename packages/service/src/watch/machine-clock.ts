import type { DatabaseClockOptions } from '@hundi/adapter-knex';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../log/logger.js';

/** From here on people who compare logs, or certificates that are just valid, notice it. */
export const FAR_MS = 2_000;
const SECOND = 1_000;

/** Hears of each reading of the database's clock, in ms, and of each that fails. */
export type ClockWatch = Required<Pick<DatabaseClockOptions, 'onReading' | 'onFailure'>>;

/**
 * Shows how far the clock of this machine is ahead of the database's, and warns when it comes to differ, or
 * when the database's can no longer be read. The service goes by the database's.
 */
export const watchMachineClock = (registry: Registry, logger: Pick<Logger, 'warn'>): ClockWatch => {
  const gauge = new Gauge({
    name: 'hundi_machine_clock_ahead_seconds',
    help: 'On PostgreSQL: how far the clock of this machine is ahead of the clock of the database; negative when it is behind.',
    registers: [registry],
  });
  let [wasFar, isLost] = [false, false];
  return {
    onReading: (aheadMs) => {
      isLost = false;
      gauge.set(aheadMs / SECOND);
      const isFar = Math.abs(aheadMs) > FAR_MS;
      if (isFar && !wasFar) logger.warn('machine clock differs from the database', { aheadMs });
      wasFar = isFar;
    },
    onFailure: (error) => {
      if (!isLost) logger.warn('the clock of the database could not be read', { error });
      isLost = true;
    },
  };
};
