import { writeSync } from 'node:fs';
import { E } from '@hundi/core';
import { readConfig } from '../config/read-config.js';
import { StartRefused } from '../config/start-refused.js';
import { writeForOwnerOnly } from '../host/owners-only.js';
import { stderrLogger, type Logger } from '../log/logger.js';
import { quietLibraries } from '../log/quiet-libraries.js';
import { startService, type Between } from './start-service.js';

const STDERR = 2;

/** How a start ends that cannot be. */
const REFUSED = 2;

/** A stop that takes longer than this is cut off: what was promised is in the database. */
const STOP_MS = 14_500;

const refused = (line: string): number => {
  writeSync(STDERR, `hundi: ${line}\n`);
  return REFUSED;
};

// Both go on being caught: a terminal and npm each send their own.
const stopAsked = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });

const serve = async (start: ReturnType<typeof startService>, logger: Logger): Promise<number> => {
  const asked = stopAsked();
  const service = await start;
  process.stdout.write(`hundi listening on ${service.url}\n`);
  logger.info('listening', { url: service.url });
  if (service.adminUrl !== undefined) logger.info('admin listening', { url: service.adminUrl });
  const signal = await Promise.race([asked, service.broken]);
  logger.info('stopping', { signal });
  setTimeout(() => process.exit(0), STOP_MS).unref();
  await service.stop();
  logger.info('stopped');
  await logger.flushed();
  return 0;
};

/** Runs the service until it gets the signal to stop; returns the exit code. */
export const run = async (between?: Between): Promise<number> => {
  writeForOwnerOnly();
  const config = readConfig(process.env, process.cwd());
  if (E.isLeft(config)) return refused(config.left.join('; '));
  const logger = stderrLogger(config.right.logLevel);
  quietLibraries(logger);
  if (process.env['OPERATOR_KEYS_FILE'] !== undefined)
    logger.warn(
      'OPERATOR_KEYS_FILE has no effect: this service has no /operator/v1, operators use the commands of hundi',
    );
  try {
    return await serve(startService(config.right, logger, between), logger);
  } catch (error) {
    if (error instanceof StartRefused) return refused(error.message);
    logger.fatal('failed', { error });
    await logger.flushed();
    return 1;
  }
};
