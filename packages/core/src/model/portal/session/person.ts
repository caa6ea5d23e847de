import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { GivenKind } from './given-factor.js';

/** The person behind a call, identified by their token (decisions §14). Each use case reads their permissions itself. */
export interface Person {
  readonly tenant: Tenant;
  readonly sessionId: string;
  readonly userId: UserId;
  /** Whether they gave a mailed code within the last five minutes: what opens doors for others asks for it. */
  readonly isConfirmed: boolean;
  /** The second factor that they gave within the last five minutes: what changes who may approve asks for it. */
  readonly givenFactor?: GivenKind;
  /** What the engine keeps of the token. */
  readonly tokenDigest: string;
  /** When the session ends if nothing more is done in it, in epoch milliseconds. */
  readonly idleUntil: EpochMs;
  /** When the session ends at the latest, in epoch milliseconds. */
  readonly expiresAt: EpochMs;
  /** Whether the session opens nothing but the enrolment of a factor. */
  readonly onlyEnrols: boolean;
}
