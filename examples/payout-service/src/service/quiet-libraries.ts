import { format } from 'node:util';
import type { Logger } from './logger.js';

/**
 * Turns what libraries print (Knex does, when it cannot connect) and what Node warns of into log lines:
 * stdout carries the ready line and nothing else, stderr JSON lines.
 */
export const quietLibraries = (logger: Logger): void => {
  const printed = (...parts: ReadonlyArray<unknown>): void => {
    logger.debug({ printed: format(...parts) }, 'a library printed');
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
    logger.warn({ err: warning }, 'Node warns');
  });
};
