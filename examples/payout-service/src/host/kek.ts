import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keepPrivate, KEK_BYTES } from '@hundi/adapter-node';
import { E } from '@hundi/core';
import { StartRefused } from '../config/start-refused.js';
import { kek as readKek } from '../config/values.js';

/** Where the sandbox keeps its own, in the data directory. */
export const KEK_FILE = 'hundi.kek';

/** The sandbox's own key-encryption key: made once, kept in the data directory, readable by its owner only. */
export const sandboxKek = async (dataDir: string): Promise<Uint8Array> => {
  const kept = await keepPrivate(join(dataDir, KEK_FILE), () =>
    randomBytes(KEK_BYTES).toString('base64'),
  );
  const kek = readKek(kept.trim());
  if (E.isLeft(kek)) throw new StartRefused(`DATA_DIR: ${KEK_FILE} does not hold ${kek.left}`);
  return kek.right;
};
