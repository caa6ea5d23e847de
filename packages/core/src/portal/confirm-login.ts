import {
  askFactor,
  challengeDigest,
  FACTOR_CHALLENGE_BYTES,
  factorChallengeId,
} from '../factor/held/factor-challenge.js';
import { activeFactors, type FactorChallenge, type PersonFactors } from '../factor/held/factor.js';
import { factorAsked, type FactorAsked } from '../factor/prove/factor-asked.js';
import { E } from '../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../kernel/use-case/use-case.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { GuardedSealer } from '../secrets/guarded-sealer.js';
import type { Passkeys } from '../ports/passkeys.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import { LoginCodeInput } from './login-code-input.js';
import { LoginCodeVoid } from './session/login-errors.js';
import type { OpenedSession } from './session/opened-session.js';
import { isPortalPerson } from './portal-person.js';
import { openSession } from './open-session.js';
import { tryLoginCode, type LoginCodeError } from './try-login-code.js';
import { SESSION_ENTROPY_BYTES, writeToken } from './session/session-token.js';

/**
 * The session, or what else the person is asked for. A corporate that asks for a factor at login gets one from who has
 * any; who has none gets a session in which they can enrol the first, and nothing else.
 */
export type LoginStep = OpenedSession | { readonly next: FactorAsked };

/**
 * Lets a person in by the code that was mailed to them. A try counts before the code is looked at, and is
 * committed by then: however many come at once, five codes are compared. A right code opens one session, or leads on to
 * a second factor, once.
 */
export type ConfirmLogin = OpenUseCase<LoginCodeInput, LoginCodeError, LoginStep>;
export const ConfirmLogin = token<ConfirmLogin>('ConfirmLogin');

interface Asked {
  readonly held: PersonFactors;
  readonly challenge: FactorChallenge;
}

export const makeConfirmLogin = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  sealer: GuardedSealer,
  passkeys: Passkeys | undefined,
): ConfirmLogin =>
  openUseCase<LoginCodeInput, LoginCodeError, LoginStep>(
    LoginCodeInput,
    async ({ challengeId, code }) => {
      const now = clock.now();
      const right = await tryLoginCode(storage, sealer, { challengeId, code, now });
      if (E.isLeft(right)) return right;
      const { account, mailed } = right.right;
      const text = writeToken(entropy.bytes(SESSION_ENTROPY_BYTES));
      const random = entropy.bytes(FACTOR_CHALLENGE_BYTES);
      const step = await storage.atomically<LoginCodeVoid, OpenedSession | Asked>(
        async (stores) => {
          if (!(await stores.portal.useChallenge(mailed, now)))
            return E.left(LoginCodeVoid('used'));
          const [actor] = await stores.tenancy.actors(account.tenant, [account.userId]);
          // They may have been suspended since the code was mailed.
          if (actor === undefined || !isPortalPerson(actor.user))
            return E.left(LoginCodeVoid('expired'));
          const corporate = await stores.tenancy.corporate(account.tenant);
          const opening = { text, now };
          if ((corporate?.secondFactor?.login ?? 'none') === 'none')
            return E.right(await openSession(stores, account, actor, opening));
          const held = await stores.factors.find(account.tenant, account.userId);
          if (held === undefined || activeFactors(held).length === 0)
            return E.right(
              await openSession(stores, account, actor, opening, { onlyEnrols: true }),
            );
          const asked = asking(held, random, now);
          await stores.factors.put(asked.held);
          return E.right(asked);
        },
      );
      if (E.isLeft(step)) return step;
      const opened = step.right;
      if ('token' in opened) return E.right(opened);
      const { held, challenge } = opened;
      return E.right({ next: await factorAsked(passkeys, held, challenge) });
    },
  );

const asking = (held: PersonFactors, random: Uint8Array, now: EpochMs): Asked => {
  const challengeId = factorChallengeId(held.id, random);
  const digest = challengeDigest(held, 'login', challengeId);
  return askFactor(held, { challengeId, purpose: 'login', digest }, now);
};
