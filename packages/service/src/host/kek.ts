import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keepPrivate, KEK_BYTES } from '@hundi/adapter-node';
import { E } from '@hundi/core';
import type { Config, Keks } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { keks as readKeks } from '../config/values.js';

/** Where the sandbox keeps its own, in the data directory. */
export const KEK_FILE = 'hundi.kek';

/**
 * The sandbox's own key-encryption key: made once, kept in the data directory, readable by its owner only.
 *
 * @throws StartRefused
 */
const sandboxKeks = async (dataDir: string): Promise<Keks> => {
  const kept = await keepPrivate(join(dataDir, KEK_FILE), () =>
    randomBytes(KEK_BYTES).toString('base64'),
  ).catch((error: unknown) => {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartRefused(`DATA_DIR: ${KEK_FILE} cannot be read or made: ${code}`);
  });
  const keks = readKeks(kept.trim());
  if (E.isLeft(keks)) throw new StartRefused(`DATA_DIR: ${KEK_FILE} does not hold ${keks.left}`);
  return keks.right;
};

/** What settings say about keys. */
export type KeySettings = Pick<Config, 'keks' | 'sandbox' | 'dataDir'>;

/** The keys that the settings name, or the sandbox's own. @throws StartRefused where there is neither. */
export const keksOf = async ({ keks, sandbox, dataDir }: KeySettings): Promise<Keks> => {
  if (keks !== undefined) return keks;
  if (!sandbox) throw new StartRefused('HUNDI_KEK: must be set when SANDBOX=0');
  return sandboxKeks(dataDir);
};
