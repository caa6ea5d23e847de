import { rm, stat } from 'node:fs/promises';
import type { Clock } from '@hundi/core';
import type { Logger } from '../log/logger.js';
import { credentialsPath, holdsSecrets, readCredentials } from './credentials-file.js';

const HOUR = 3_600_000;

/** How long secrets in clear may lie on the disk after the last of them was written. */
const KEPT_FOR = 24 * HOUR;

/** When something was last written to the file, in epoch ms; undefined where there is none. */
const writtenAt = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Removes the credentials that were last written 24 h ago or more; answers whether any are left. */
export const forgetCredentials = async (
  dataDir: string,
  clock: Clock,
  logger: Pick<Logger, 'warn'>,
): Promise<boolean> => {
  const path = credentialsPath(dataDir);
  const at = await writtenAt(path);
  if (at === undefined) return false;
  if (clock.now() - at < KEPT_FOR) return true;
  await rm(path, { force: true });
  logger.warn('DATA_DIR/credentials.json was removed, a day after it was written');
  return false;
};

/** Warns of credentials that lie on the disk, and removes them when their day is over; answers how to stop that. */
export const watchCredentials = async (
  dataDir: string,
  clock: Clock,
  logger: Pick<Logger, 'warn' | 'error'>,
): Promise<() => void> => {
  const isThere = await forgetCredentials(dataDir, clock, logger);
  if (isThere && holdsSecrets(await readCredentials(dataDir)))
    logger.warn(
      'DATA_DIR/credentials.json holds secrets in clear: move them to a secret store and delete it',
    );
  const timer = setInterval(() => {
    forgetCredentials(dataDir, clock, logger).catch((error: unknown) => {
      logger.error('DATA_DIR/credentials.json could not be removed', { error });
    });
  }, HOUR);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
};
