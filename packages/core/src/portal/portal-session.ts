import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { HOUR, type EpochMs } from '../kernel/time.js';

/** How long a person stays in without a new code, whatever they do. */
export const SESSION_LIFE = 12 * HOUR;

/** A person who is in. Of the token only a digest is kept. */
export interface PortalSession {
  readonly sessionId: string;
  readonly tenant: Tenant;
  readonly userId: UserId;
  readonly tokenDigest: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}
