import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { HOUR, MINUTE, type EpochMs } from '../../../kernel/values/time.js';
import type { GivenFactor } from './given-factor.js';

/** The longest life of a session without a new code, even while it is used. */
export const SESSION_LIFE = 12 * HOUR;

/** How long an unused session stays open. */
export const IDLE_LIFE = 15 * MINUTE;

/** For how long after a code its person may change what opens doors for others. */
export const CONFIRMED_FOR = 5 * MINUTE;

/** The session of a logged-in person. The engine stores only a digest of the token. */
export interface PortalSession {
  readonly sessionId: string;
  readonly tenant: Tenant;
  readonly userId: UserId;
  readonly tokenDigest: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  /** When it was last used: to the minute, and when it was opened until then. */
  readonly usedAt: EpochMs;
  /** When its person last gave a code that was mailed to them. */
  readonly confirmedAt: EpochMs;
  /** The second factor that its person gave last. */
  readonly factor?: GivenFactor;
  /** Whether it opens nothing but the enrolment of a factor: its corporate asks for one that its person has not given. */
  readonly onlyEnrols?: true;
}

/** When a session was used. */
export interface SessionUse {
  readonly sessionId: string;
  readonly usedAt: EpochMs;
}

/** Whether its token may open anything now, as far as the storage knows of its uses. */
export const isOpen = ({ expiresAt, usedAt }: PortalSession, now: EpochMs): boolean =>
  now < expiresAt && now - usedAt < IDLE_LIFE;
