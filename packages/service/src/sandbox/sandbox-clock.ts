import type { Clock, EpochMs } from '@hundi/core';
import { movedBy, type SandboxDatabase } from '../bank/sandbox-database.js';

/** Real time plus what it was moved by. It never goes back: not by a restart, not by another process. */
export interface SandboxClock extends Clock {
  /** Moves time forward to a moment; one that has passed moves nothing. */
  readonly moveTo: (moment: EpochMs) => Promise<void>;
  /** Learns how far another process moved it. */
  readonly refresh: () => Promise<void>;
}

interface Moved {
  readonly moved_by: unknown;
}

export const sandboxClock = async (
  database: SandboxDatabase,
  realNow: () => EpochMs,
): Promise<SandboxClock> => {
  let moved = 0;

  const learn = (ms: number): void => {
    moved = Math.max(moved, ms);
  };
  const refresh = async (): Promise<void> => {
    learn(await database.movedBy());
  };

  // A start waits for a slow database. A request that asks for the time gives up after two seconds.
  learn(await database.alone((ask) => movedBy(ask, database.sql)));
  return {
    now: () => realNow() + moved,
    refresh,
    moveTo: (moment) =>
      database.alone(async (ask) => {
        const [row] = await ask<Moved>(
          `UPDATE sandbox_clock SET moved_by =
            CASE WHEN moved_by < CAST(? AS bigint) THEN CAST(? AS bigint) ELSE moved_by END
            RETURNING moved_by`,
          moment - realNow(),
          moment - realNow(),
        );
        learn(Number(row?.moved_by ?? 0));
      }),
  };
};
