import { E, type Hundi } from '@hundi/core';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { KEK_FILE } from './kek.js';

/**
 * Lets nothing begin under a key that does not open what the database holds: what was sealed meanwhile could
 * not be opened by the right one.
 *
 * @throws StartRefused, naming where the key came from.
 */
export const requireSealer = async (
  { checkSealer }: Pick<Hundi, 'checkSealer'>,
  { kek }: Config,
): Promise<void> => {
  if (E.isRight(await checkSealer())) return;
  const source = kek === undefined ? `DATA_DIR: ${KEK_FILE}` : 'HUNDI_KEK';
  throw new StartRefused(
    `${source} is not the key that sealed the secrets of this database; restore the key of its first start`,
  );
};
