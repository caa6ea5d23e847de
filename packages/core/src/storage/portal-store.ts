import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { LoginChallenge, TriedChallenge } from '../model/portal/session/login-challenge.js';
import type { KeptUpload } from '../model/portal/session/kept-upload.js';
import type { GivenFactor } from '../model/portal/session/given-factor.js';
import type { PortalSession, SessionUse } from '../model/portal/session/portal-session.js';

/** Logins and sessions of people. Asked before the tenant is known, so ids name one record of the engine. */
export interface PortalStore {
  /** The latest `limit` challenges of an address, newest first (by sequence). */
  readonly latestChallenges: (
    addressKey: string,
    limit: number,
  ) => Promise<ReadonlyArray<TriedChallenge>>;
  /** Adds a challenge. If several units add the same sequence of an address, one succeeds and the others run again. */
  readonly addChallenge: (challenge: LoginChallenge) => Promise<void>;
  readonly challenge: (challengeId: string) => Promise<TriedChallenge | undefined>;
  /**
   * Counts one more try and answers the challenge, if it is not used, not expired at `now`, and has fewer than
   * `triesMax`; else changes nothing. However many try at once, no more than `triesMax` are ever answered.
   */
  readonly countTry: (
    challengeId: string,
    triesMax: number,
    now: EpochMs,
  ) => Promise<LoginChallenge | undefined>;
  /** Uses a challenge up; false when it is already used. If several units do so at once, one gets true. */
  readonly useChallenge: (challengeId: string, at: EpochMs) => Promise<boolean>;
  /** @throws when there is a session of that id. */
  readonly addSession: (session: PortalSession) => Promise<void>;
  readonly session: (sessionId: string) => Promise<PortalSession | undefined>;
  /** Every session of a person that has not been removed, expired or not, by its id. */
  readonly sessionsOf: (tenant: Tenant, userId: UserId) => Promise<ReadonlyArray<PortalSession>>;
  /** Keeps the latest use of each session: an earlier one than is known, and an unknown session, change nothing. */
  readonly noteSessionUses: (uses: ReadonlyArray<SessionUse>) => Promise<void>;
  /** Keeps that a code was given for a session at `at`; one that is gone stays so. */
  readonly confirmSession: (sessionId: string, at: EpochMs) => Promise<void>;
  /** Keeps the second factor that was given for a session; one that is gone stays so. */
  readonly noteFactor: (sessionId: string, given: GivenFactor) => Promise<void>;
  /** Removes a session; false when there is none. If several units do so at once, one gets true. */
  readonly endSession: (sessionId: string) => Promise<boolean>;
  /**
   * Removes, of challenges, of sessions and of uploads, up to `limit` that expired before `before`; leaves out what others
   * hold.
   */
  readonly forgetExpired: (
    before: Readonly<Record<'challenges' | 'sessions' | 'uploads', EpochMs>>,
    limit: number,
  ) => Promise<void>;
  /** Adds an upload. Of its person's others it leaves those that expire last, so that with this one there are `most`. */
  readonly keepUpload: (upload: KeptUpload, most: number) => Promise<void>;
  /** An upload of this person, expired or not; that of another person, or of another corporate, is absent. */
  readonly upload: (
    tenant: Tenant,
    userId: UserId,
    uploadId: string,
  ) => Promise<KeptUpload | undefined>;
}
