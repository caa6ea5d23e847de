import type { ConfirmedSession } from '../../model/portal/session/confirmed-session.js';
import { E } from '../../kernel/fp.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { Person } from '../../model/portal/session/person.js';
import { LoginCodeInput } from './login-code-input.js';
import { LoginCodeVoid } from '../../model/portal/session/login-errors.js';
import { CONFIRMED_FOR } from '../../model/portal/session/portal-session.js';
import { tryLoginCode, type LoginCodeError } from './try-login-code.js';

/**
 * Confirms a person's session by the code that was mailed for it: for five minutes they may change what opens
 * doors for others. Five codes are compared; a right one confirms once.
 */
export type ConfirmSession = CallersUseCase<
  Person,
  LoginCodeInput,
  LoginCodeError,
  ConfirmedSession
>;
export const ConfirmSession = token<ConfirmSession>('ConfirmSession');

export const makeConfirmSession = recipe(
  ConfirmSession,
  { Storage, Clock, Sealer: GuardedSealer },
  ({ storage, clock, sealer }) =>
    callersUseCase(LoginCodeInput, async ({ sessionId }, { challengeId, code }) => {
      const now = clock.now();
      const tried = { challengeId, code, now, confirms: sessionId };
      const right = await tryLoginCode(storage, sealer, tried);
      if (E.isLeft(right)) return right;
      return storage.atomically(async ({ portal }) => {
        if (!(await portal.useChallenge(right.right.mailed, now)))
          return E.left(LoginCodeVoid('used'));
        await portal.confirmSession(sessionId, now);
        return E.right({ confirmedUntil: now + CONFIRMED_FOR });
      });
    }),
);
