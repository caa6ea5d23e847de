import type {
  KeptUpload,
  LoginChallenge,
  PortalSession,
  PortalStore,
  TriedChallenge,
} from '@hundi/core/storage';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

const bySequence = (a: TriedChallenge, b: TriedChallenge): number =>
  b.challenge.sequence - a.challenge.sequence;

/** The ids of what expired, the oldest first. */
const expired = (
  all: Iterable<{ readonly id: string; readonly expiresAt: number }>,
  before: number,
  limit: number,
): ReadonlyArray<string> =>
  [...all]
    .filter(({ expiresAt }) => expiresAt <= before)
    .sort((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);

const sessionsIn = (
  unit: Unit,
  sessions: Map<string, PortalSession>,
): Pick<
  PortalStore,
  | 'addSession'
  | 'session'
  | 'sessionsOf'
  | 'noteSessionUses'
  | 'confirmSession'
  | 'noteFactor'
  | 'endSession'
> => ({
  addSession: async (session) => {
    if (sessions.has(session.sessionId))
      throw new Error(`there is a session ${session.sessionId} already`);
    unit.set(sessions, session.sessionId, session);
  },
  session: async (sessionId) => sessions.get(sessionId),
  sessionsOf: async (tenant, userId) =>
    [...sessions.values()]
      .filter((one) => sameTenant(one.tenant, tenant) && one.userId === userId)
      .sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1)),
  noteSessionUses: async (uses) => {
    for (const { sessionId, usedAt } of uses) {
      const known = sessions.get(sessionId);
      if (known !== undefined && known.usedAt < usedAt)
        unit.set(sessions, sessionId, { ...known, usedAt });
    }
  },
  confirmSession: async (sessionId, at) => {
    const known = sessions.get(sessionId);
    if (known !== undefined) unit.set(sessions, sessionId, { ...known, confirmedAt: at });
  },
  noteFactor: async (sessionId, factor) => {
    const known = sessions.get(sessionId);
    if (known !== undefined) unit.set(sessions, sessionId, { ...known, factor });
  },
  endSession: async (sessionId) => {
    if (!sessions.has(sessionId)) return false;
    unit.delete(sessions, sessionId);
    return true;
  },
});

const isOf = (
  upload: KeptUpload,
  { tenant, userId }: Pick<KeptUpload, 'tenant' | 'userId'>,
): boolean => sameTenant(upload.tenant, tenant) && upload.userId === userId;

const uploadsIn = (
  unit: Unit,
  uploads: Map<string, KeptUpload>,
): Pick<PortalStore, 'keepUpload' | 'upload'> => ({
  keepUpload: async (upload, most) => {
    const lastFirst = [...uploads.values()]
      .filter((one) => isOf(one, upload))
      .sort((a, b) => b.expiresAt - a.expiresAt || (a.uploadId < b.uploadId ? 1 : -1));
    for (const { uploadId } of lastFirst.slice(most - 1)) unit.delete(uploads, uploadId);
    unit.set(uploads, upload.uploadId, upload);
  },
  upload: async (tenant, userId, uploadId) => {
    const known = uploads.get(uploadId);
    return known !== undefined && isOf(known, { tenant, userId }) ? known : undefined;
  },
});

export const portalTables = (): ((unit: Unit) => PortalStore) => {
  const challenges = new Map<string, TriedChallenge>();
  const sessions = new Map<string, PortalSession>();
  const uploads = new Map<string, KeptUpload>();

  const ofAddress = (addressKey: string): ReadonlyArray<TriedChallenge> =>
    [...challenges.values()].filter(({ challenge }) => challenge.addressKey === addressKey);

  const isFree = ({ addressKey, sequence }: LoginChallenge): boolean =>
    ofAddress(addressKey).every(({ challenge }) => challenge.sequence !== sequence);

  return (unit) => {
    const own = sessionsIn(unit, sessions);
    const { keepUpload, upload } = uploadsIn(unit, uploads);
    return {
      keepUpload,
      upload,
      addSession: own.addSession,
      session: own.session,
      sessionsOf: own.sessionsOf,
      noteSessionUses: own.noteSessionUses,
      confirmSession: own.confirmSession,
      noteFactor: own.noteFactor,
      endSession: own.endSession,
      latestChallenges: async (addressKey, limit) =>
        [...ofAddress(addressKey)].sort(bySequence).slice(0, limit),
      addChallenge: async (challenge) => {
        if (!isFree(challenge))
          throw new LostRace('another code was asked for by the same address');
        unit.set(challenges, challenge.challengeId, { challenge, tries: 0 });
      },
      challenge: async (challengeId) => challenges.get(challengeId),
      countTry: async (challengeId, triesMax, now) => {
        const known = challenges.get(challengeId);
        if (known === undefined || known.usedAt !== undefined) return undefined;
        if (known.tries >= triesMax || known.challenge.expiresAt <= now) return undefined;
        unit.set(challenges, challengeId, { ...known, tries: known.tries + 1 });
        return known.challenge;
      },
      useChallenge: async (challengeId, at) => {
        const known = challenges.get(challengeId);
        if (known === undefined || known.usedAt !== undefined) return false;
        unit.set(challenges, challengeId, { ...known, usedAt: at });
        return true;
      },
      forgetExpired: async (before, limit) => {
        const old = [...challenges.values()].map(({ challenge: { challengeId, expiresAt } }) => ({
          id: challengeId,
          expiresAt,
        }));
        const over = [...sessions.values()].map(({ sessionId, expiresAt }) => ({
          id: sessionId,
          expiresAt,
        }));
        const kept = [...uploads.values()].map(({ uploadId, expiresAt }) => ({
          id: uploadId,
          expiresAt,
        }));
        for (const id of expired(old, before.challenges, limit)) unit.delete(challenges, id);
        for (const id of expired(over, before.sessions, limit)) unit.delete(sessions, id);
        for (const id of expired(kept, before.uploads, limit)) unit.delete(uploads, id);
      },
    };
  };
};
