import { destination, pino, type Logger } from 'pino';
import type { LogLevel } from '../config/config.js';

export type { Logger } from 'pino';

/** Logs as JSON lines on stderr; stdout carries the ready line and nothing else. */
export const stderrLogger = (level: LogLevel): Logger =>
  pino({ level }, destination({ dest: 2, sync: false }));

/** Resolves when everything that was logged is out. */
export const flushed = (logger: Logger): Promise<void> =>
  new Promise((resolve) => {
    logger.flush(() => {
      resolve();
    });
  });
