import { writeRecords } from '../../writer/write-changes.js';
import type { Clock } from '../../../ports/clock.js';
import { commit } from '../../../storage/commit.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import { expireInTime } from './step-changes.js';

/** The session as it is now. One that is open past its time is written as expired first: it never opens again. */
export const currentSession = async (
  storage: Storage,
  clock: Clock,
  find: (stores: Stores) => Promise<CollectionSession | undefined>,
): Promise<CollectionSession | undefined> => {
  const found = await storage.read(find);
  if (found?.status !== 'open' || clock.now() < found.expiresAt) return found;
  return commit(storage, async (stores) => {
    const session = await find(stores);
    if (session === undefined) return undefined;
    const { next, changes } = expireInTime(session, clock.now());
    await writeRecords(stores, changes);
    return next;
  });
};
