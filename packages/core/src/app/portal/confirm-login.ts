import { E } from '../../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Passkeys } from '../../ports/passkeys.js';
import { Storage } from '../../storage/storage.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { comeIn, drawnForLogin, loginStep, type LoginStep } from './come-in.js';
import { ConfirmLoginInput } from './login-code-input.js';
import { LoginCodeVoid } from '../../model/portal/session/login-errors.js';
import { tryLoginCode, type LoginCodeError } from './try-login-code.js';

/**
 * Lets a person in by the code that was mailed to them. A try counts before the code is looked at, and is
 * committed by then: however many come at once, five codes are compared. A right code opens one session, or leads on to
 * a second factor, once.
 */
export type ConfirmLogin = OpenUseCase<ConfirmLoginInput, LoginCodeError, LoginStep>;
export const ConfirmLogin = token<ConfirmLogin>('ConfirmLogin');

export const makeConfirmLogin = recipe(
  ConfirmLogin,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Passkeys: optional(Passkeys) },
  ({ storage, clock, entropy, sealer, passkeys }) =>
    openUseCase(ConfirmLoginInput, async ({ challengeId, code, browser }) => {
      const now = clock.now();
      const right = await tryLoginCode(storage, sealer, { challengeId, code, now });
      if (E.isLeft(right)) return right;
      const { account, mailed } = right.right;
      const drawn = drawnForLogin(entropy, browser);
      type Step = NonNullable<Awaited<ReturnType<typeof comeIn>>>;
      const step = await storage.atomically<LoginCodeVoid, Step>(async (stores) => {
        if (!(await stores.portal.useChallenge(mailed, now))) return E.left(LoginCodeVoid('used'));
        const come = await comeIn(stores, account, { drawn, now });
        return come === undefined ? E.left(LoginCodeVoid('expired')) : E.right(come);
      });
      return E.isLeft(step) ? step : E.right(await loginStep(passkeys, step.right));
    }),
);
