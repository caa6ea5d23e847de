import type { Logger } from './logger.js';

/**
 * Turns what libraries print (Knex does, when it cannot connect) and what Node warns of into log lines:
 * stdout carries the ready line and nothing else, stderr JSON lines. Of a print only that it happened: its text
 * may hold SQL with its values.
 */
export const quietLibraries = (logger: Logger): void => {
  const printed = (): void => {
    logger.debug('library printed');
  };
  Object.assign(console, {
    log: printed,
    info: printed,
    debug: printed,
    warn: printed,
    error: printed,
  });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    logger.warn('Node.js warning', { error: warning });
  });
};
