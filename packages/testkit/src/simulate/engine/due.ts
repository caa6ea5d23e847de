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
    storage.read(async ({ work }) => {
      const moments: EpochMs[] = [];
      for (const { name } of duties) moments.push((await work.nextDue(name)) ?? Infinity);
      return moments;
    }),
  );
