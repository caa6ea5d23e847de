import type { SendMark } from '@hundi/core';
import type { Storage } from '@hundi/core/storage';
import type { Logger } from '../log/logger.js';

/**
 * Logs that there is no send mark, but a database that work was claimed in: perhaps the mark was lost, or the processes
 * do not share it. A restored backup would then go unnoticed.
 */
export const warnOfMissingMark = async (
  { read }: Pick<Storage, 'read'>,
  sendMark: Pick<SendMark, 'read'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> => {
  if ((await read(({ work }) => work.lastToken())) === 0) return;
  if ((await sendMark.read()) === undefined)
    logger.warn(
      'SEND_MARK holds no mark: if this database has sent payments, the mark was lost, or other processes have another file',
    );
};
