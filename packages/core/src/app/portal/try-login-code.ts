import { E } from '../../kernel/fp.js';
import { TRIES_MAX } from '../../kernel/values/one-time-code.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { commit } from '../../storage/commit.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import type { TriedChallenge } from '../../model/portal/session/login-challenge.js';
import { accountOf, mailedFor, type Account } from './login-code.js';
import {
  LoginCodeVoid,
  LoginNotFound,
  WrongLoginCode,
} from '../../model/portal/session/login-errors.js';

/** Why a mailed code opens or confirms no session (decisions §14). */
export type LoginCodeError = LoginNotFound | WrongLoginCode | LoginCodeVoid;

/** The person whose code it was, and the challenge to use up. */
export interface RightCode {
  readonly account: Account;
  readonly mailed: string;
}

interface Tried {
  readonly challengeId: string;
  readonly code: string;
  readonly now: EpochMs;
  /** The session that the code is to confirm; undefined where it is to open one. */
  readonly confirms?: string;
}

/**
 * Tries a code. The try counts before the code is looked at, and is committed by then: however many come at once,
 * five codes are compared. A challenge that was requested for another purpose counts as absent.
 */
export const tryLoginCode = async (
  storage: Storage,
  sealer: GuardedSealer,
  { challengeId, code, now, confirms }: Tried,
): Promise<E.Either<LoginCodeError, RightCode>> => {
  const known = await storage.read(({ portal }) => portal.challenge(challengeId));
  if (known === undefined || known.challenge.confirms !== confirms) return E.left(LoginNotFound());
  const counted = await commit(storage, ({ portal }) =>
    portal.countTry(challengeId, TRIES_MAX, now),
  );
  if (counted === undefined) {
    const tried = await storage.read(({ portal }) => portal.challenge(challengeId));
    return E.left(tried === undefined ? LoginNotFound() : LoginCodeVoid(whyVoid(tried)));
  }
  const account = await accountOf(sealer, counted, code);
  return account === undefined
    ? E.left(WrongLoginCode())
    : E.right({ account, mailed: mailedFor(counted) });
};

const whyVoid = ({ tries, usedAt }: TriedChallenge): LoginCodeVoid['reason'] => {
  if (usedAt !== undefined) return 'used';
  return tries >= TRIES_MAX ? 'locked' : 'expired';
};
