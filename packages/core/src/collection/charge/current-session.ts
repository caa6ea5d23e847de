import { E } from '../../kernel/fp.js';
import type { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { stepCollection } from '../session/collection-machine.js';
import type { CollectionSession } from '../session/collection-session.js';
import { recordStep } from './record-step.js';

/** The actor in the journal for sessions and links that expired. */
const TIME = 'expire-collections';

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
    return session && expireInTime(stores, session, clock.now());
  });
};

/** Ends an open session whose time is over; others stay as they are. */
export const expireInTime = async (
  stores: Stores,
  session: CollectionSession,
  at: number,
): Promise<CollectionSession> => {
  const expired = stepCollection(session, { type: 'expire', at });
  if (E.isLeft(expired)) return session;
  await recordStep(stores, session, expired.right, TIME, at);
  return expired.right.next;
};
