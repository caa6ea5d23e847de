import type { Logger } from './logger.js';

/**
 * Turns prints of libraries (Knex prints when it cannot connect) and warnings of Node into log lines: stdout carries
 * only the ready line, stderr JSON lines. A line says only that a library printed: the printed text may hold SQL with
 * its values.
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
