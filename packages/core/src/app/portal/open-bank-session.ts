import { E } from '../../kernel/fp.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { tenantOf } from '../../kernel/values/tenant.js';
import { MINUTE } from '../../kernel/values/time.js';
import { BankSession } from '../../ports/bank-login.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Passkeys } from '../../ports/passkeys.js';
import { Storage } from '../../storage/storage.js';
import { comeIn, drawnForLogin, loginStep, type LoginStep } from './come-in.js';
import { InvalidSession } from '../../model/portal/session/login-errors.js';
import { SESSION_LIFE } from '../../model/portal/session/portal-session.js';

/** How far the clock of the host's login may be ahead. */
const AHEAD = MINUTE;

/**
 * Lets a person in who is logged in at the host, within twelve hours of that, without a mailed code. The factors that
 * they used there count at login; where they do not suffice, the person is asked for one of those that they enrolled
 * here. An approval asks for its own, whatever was used at login.
 */
export type OpenBankSession = OpenUseCase<BankSession, InvalidSession, LoginStep>;
export const OpenBankSession = token<OpenBankSession>('OpenBankSession');

export const makeOpenBankSession = recipe(
  OpenBankSession,
  { Storage, Clock, Entropy, Passkeys: optional(Passkeys) },
  ({ storage, clock, entropy, passkeys }) =>
    openUseCase(BankSession, async (session) => {
      const { userId, factors, authenticatedAt } = session;
      const now = clock.now();
      if (now - authenticatedAt >= SESSION_LIFE || authenticatedAt - now > AHEAD)
        return E.left(InvalidSession());
      const account = { tenant: tenantOf(session), userId };
      const shown = { at: Math.min(authenticatedAt, now), factors };
      const drawn = drawnForLogin(entropy);
      type Step = NonNullable<Awaited<ReturnType<typeof comeIn>>>;
      const step = await storage.atomically<InvalidSession, Step>(async (stores) => {
        const come = await comeIn(stores, account, { drawn, now }, shown);
        return come === undefined ? E.left(InvalidSession()) : E.right(come);
      });
      return E.isLeft(step) ? step : E.right(await loginStep(passkeys, step.right));
    }),
);
