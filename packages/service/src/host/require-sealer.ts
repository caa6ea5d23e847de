import { aesSealer, kekId, kekIdOf } from '@hundi/adapter-node';
import { E, type Hundi, type Storage } from '@hundi/core';
import { opensNothing } from '@hundi/core/operator';
import type { Config, Keks } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { Logger } from '../log/logger.js';
import { KEK_FILE } from './kek.js';

/**
 * Lets nothing begin without every key that the database needs: what was sealed meanwhile could not be opened by the
 * right ones. The first key may be new, beside those that sealed what is there.
 *
 * @throws StartRefused, naming where the keys came from.
 */
export const requireSealer = async (
  { checkSealer }: Pick<Hundi, 'checkSealer'>,
  { keks }: Pick<Config, 'keks'>,
): Promise<void> => {
  const fit = await checkSealer();
  if (E.isRight(fit)) return;
  const source = keks === undefined ? `DATA_DIR: ${KEK_FILE}` : 'HUNDI_KEK';
  const { opens, closed } = fit.left;
  // The oldest texts do not say which key sealed them.
  const ids = [...new Set(closed.flatMap((sealed) => kekIdOf(sealed) ?? []))].join(' and ');
  throw new StartRefused(
    opens > 0
      ? `${source} lacks a key that sealed secrets of this database${ids === '' ? '' : `: ${ids}`}; list it after the first until hundi kek rotate has sealed them anew`
      : `${source} is not the key that sealed the secrets of this database; restore ${ids === '' ? 'the key' : `key ${ids}`}: the first one of the last hundi kek rotate, or else that of the first start`,
  );
};

/** Logs the keys behind the first that open nothing which this database keeps: new ones, or no longer needed. */
export const warnOfUnusedKeks = async (
  storage: Storage,
  [, ...others]: Keks,
  logger: Pick<Logger, 'warn'>,
): Promise<void> => {
  for (const kek of others) {
    if (await opensNothing(storage, aesSealer(kek)))
      logger.warn(
        'a key of HUNDI_KEK behind the first opens nothing that this database keeps: it is new, or can be dropped',
        { kekId: kekId(kek) },
      );
  }
};
