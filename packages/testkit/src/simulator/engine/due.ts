import type { Duty, DutyName, EpochMs, Storage } from '@hundi/core';
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
      const dues = await work.nextDues(world.now);
      const sealing = duties.some(({ name }) => name === 'seal-journal')
        ? await seals.nextDue(world.now)
        : undefined;
      const dueAt = (name: DutyName): EpochMs | undefined =>
        name === 'seal-journal' ? sealing : dues.get(name);
      return duties.map(({ name }) => dueAt(name) ?? Infinity);
    }),
  );

/** The duties that only report payouts to the world. */
const FEED: ReadonlySet<string> = new Set(['seal-journal', 'deliver-webhooks', 'deliver-slowly']);

export const isFeed = ({ name }: Duty): boolean => FEED.has(name);
