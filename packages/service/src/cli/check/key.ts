import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KEK_BYTES, nodePorts } from '@hundi/adapter-node';
import { createHundi, type Storage } from '@hundi/core';
import { StorageAway } from '@hundi/core/storage';
import type { Config, Keks } from '../../config/config.js';
import { StartRefused } from '../../config/start-refused.js';
import { bankDirectory } from '../../host/bank-directory.js';
import { KEK_FILE, keksOf } from '../../host/kek.js';
import { requireSealer } from '../../host/require-sealer.js';
import type { FoundDatabase } from '../../database/open-existing.js';
import { NO_RAIL } from '../local/no-rail.js';
import { IS_NEW } from './finding.js';

/** The check had something to write: so nothing that is there contradicts it. */
class WouldWrite extends Error {}

const looking = (storage: Storage): Storage => ({
  ...storage,
  atomically: () => Promise.reject(new WouldWrite()),
});

const FITS = 'opens what this database holds';

const sealerFits = async (config: Config, keks: Keks, found: FoundDatabase): Promise<string> => {
  const { sendMark: sendMarkFile } = config;
  const ports = nodePorts({ kek: keks, sendMarkFile });
  const storage = looking(found.storage);
  const engine = createHundi({ ...ports, storage, bankRail: NO_RAIL, bankDirectory });
  try {
    await requireSealer(engine, config);
  } catch (error) {
    if (error instanceof WouldWrite) return FITS;
    // A table that it reads may be missing until a later step of the schema makes it.
    const isOld = found.plan.steps.length > 0;
    if (!isOld || error instanceof StartRefused || error instanceof StorageAway) throw error;
    return 'looked at once the schema is up to date';
  }
  return FITS;
};

/** Looks whether the keys open what the database keeps sealed. @throws StartRefused */
export const lookAtKey = async (
  config: Config,
  found: FoundDatabase | undefined,
): Promise<string> => {
  const isMade = config.keks !== undefined || existsSync(join(config.dataDir, KEK_FILE));
  const keks: Keks = isMade ? await keksOf(config) : [randomBytes(KEK_BYTES)];
  if (found === undefined || found.plan.from === 0)
    return isMade ? 'the database holds nothing yet' : IS_NEW;
  const fit = await sealerFits(config, keks, found);
  return isMade ? fit : IS_NEW;
};
