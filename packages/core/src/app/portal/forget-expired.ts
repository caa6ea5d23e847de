import type { EpochMs } from '../../kernel/values/time.js';
import { LIMITS_LOOK_BACK } from '../../model/portal/session/login-limits.js';
import type { PortalStore } from '../../storage/portal-store.js';

/** Two go for one that comes, so what expired never piles up. */
const FORGET_MAX = 2;

/** Forgets a few of the challenges, sessions and uploads that have expired. Each use case that adds one calls it. */
export const forgetExpired = (
  portal: Pick<PortalStore, 'forgetExpired'>,
  now: EpochMs,
): Promise<void> =>
  portal.forgetExpired(
    { challenges: now - LIMITS_LOOK_BACK, sessions: now, uploads: now },
    FORGET_MAX,
  );
