import type { Duty, EpochMs, Storage } from '@hundi/core';
import type { World } from '../world/world.js';
import { answered } from './simulated-storage.js';

/** When the next work of each duty falls due, in one question; infinity where there is none. */
export const dueOf = (
  world: World,
  storage: Storage,
  duties: ReadonlyArray<Duty>,
): Promise<ReadonlyArray<EpochMs>> =>
  answered(world, () =>
    storage.read(async ({ work, seals }) => {
      const moments: EpochMs[] = [];
      for (const { name } of duties) {
        const due = name === 'seal-journal' ? seals.nextDue(world.now) : work.nextDue(name);
        moments.push((await due) ?? Infinity);
      }
      return moments;
    }),
  );

/** The duties that only report payouts to the world. */
const FEED: ReadonlySet<string> = new Set(['seal-journal', 'deliver-webhooks', 'deliver-slowly']);

export const isFeed = ({ name }: Duty): boolean => FEED.has(name);
