import type { Config } from '../config/config.js';
import type { Logger } from '../log/logger.js';
import type { SandboxClock } from './sandbox-clock.js';
import { sharedTime } from './shared-time.js';

/** What a request learns the time by; nothing on SQLite, whose one process moves it itself. */
export const timeOfOthers = (
  { database }: Pick<Config, 'database'>,
  clock: SandboxClock,
  logger: Logger,
): { readonly learnTime?: () => Promise<void> } =>
  database.kind === 'sqlite'
    ? {}
    : {
        learnTime: sharedTime(clock, (error) => {
          logger.warn('sandbox time could not be read', { error });
        }),
      };
