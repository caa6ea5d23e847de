import { E } from '../kernel/fp.js';
import { sha256 } from '../kernel/secrets/digest.js';
import { openUseCase, type OpenUseCase } from '../kernel/use-case/use-case.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { GuardedSealer } from '../secrets/guarded-sealer.js';
import type { Storage, Stores } from '../storage/storage.js';
import type { Actor } from '../tenancy/user.js';
import { token } from '../kernel/token.js';
import { LoginCodeInput } from './login-code-input.js';
import type { Account } from './login-code.js';
import { LoginCodeVoid } from './session/login-errors.js';
import type { OpenedSession } from './session/opened-session.js';
import { isPortalPerson, permissionsOf } from './portal-person.js';
import { SESSION_LIFE, type PortalSession } from './session/portal-session.js';
import { openedEntry } from './session/session-entry.js';
import { tryLoginCode, type LoginCodeError } from './try-login-code.js';
import { parseToken, SESSION_ENTROPY_BYTES, writeToken } from './session/session-token.js';

/**
 * Lets a person in by the code that was mailed to them. A try counts before the code is looked at, and is
 * committed by then: however many come at once, five codes are compared. A right code opens one session.
 */
export type ConfirmLogin = OpenUseCase<LoginCodeInput, LoginCodeError, OpenedSession>;
export const ConfirmLogin = token<ConfirmLogin>('ConfirmLogin');

export const makeConfirmLogin = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  sealer: GuardedSealer,
): ConfirmLogin =>
  openUseCase(LoginCodeInput, async ({ challengeId, code }) => {
    const now = clock.now();
    const right = await tryLoginCode(storage, sealer, { challengeId, code, now });
    if (E.isLeft(right)) return right;
    const { account, mailed } = right.right;
    const text = writeToken(entropy.bytes(SESSION_ENTROPY_BYTES));
    return storage.atomically<LoginCodeVoid, OpenedSession>(async (stores) => {
      if (!(await stores.portal.useChallenge(mailed, now))) return E.left(LoginCodeVoid('used'));
      const [actor] = await stores.tenancy.actors(account.tenant, [account.userId]);
      // They may have been suspended since the code was mailed.
      return actor === undefined || !isPortalPerson(actor.user)
        ? E.left(LoginCodeVoid('expired'))
        : E.right(await openSession(stores, account, actor, text, now));
    });
  });

const sessionOf = ({ tenant, userId }: Account, text: string, now: EpochMs): PortalSession => {
  const parts = parseToken(text);
  if (parts === undefined) throw new Error('a new token is no token');
  return {
    sessionId: parts.sessionId,
    tenant,
    userId,
    tokenDigest: sha256(parts.secret),
    createdAt: now,
    expiresAt: now + SESSION_LIFE,
    usedAt: now,
    confirmedAt: now,
  };
};

const openSession = async (
  { portal, journal }: Stores,
  account: Account,
  actor: Actor,
  text: string,
  now: EpochMs,
): Promise<OpenedSession> => {
  const session = sessionOf(account, text, now);
  await portal.addSession(session);
  await journal.append([openedEntry(session)]);
  return {
    token: text,
    expiresAt: session.expiresAt,
    user: {
      userId: actor.user.userId,
      username: actor.user.username,
      permissions: permissionsOf(actor),
    },
  };
};
