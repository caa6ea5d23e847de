import { InvalidSession } from '../../model/portal/session/login-errors.js';
import { E } from '../../kernel/fp.js';
import { Causes } from '../duty/causes.js';
import { handOver } from '../duty/hand-over.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import { USUAL_LANGUAGE, type MailLanguage } from '../../kernel/values/mail-language.js';
import { Clock } from '../../ports/clock.js';
import type { Mail } from '../../ports/email.js';
import { Entropy } from '../../ports/entropy.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage } from '../../storage/storage.js';
import { NoEmailOnFile } from '../../model/payout-checkout/session/checkout-errors.js';
import { recipe, token } from '../../kernel/token.js';
import { askForCodes } from './ask-for-codes.js';
import type { Person } from '../../model/portal/session/person.js';
import { CHALLENGE_ENTROPY_BYTES, sealChallengeKey } from './login-code.js';
import { loginMail } from './login-mail.js';
import { ownMailbox } from './own-mailbox.js';
import type { LoginRequested } from './request-login.js';
import { GuardedMailer } from '../duty/guarded-mailer.js';

type RequestConfirmationError = InvalidSession | NoEmailOnFile;

/**
 * Mails a person who is in a code that confirms this session of theirs, and opens no other: in the language in which
 * they ask for it, else in that of their mails. Codes get longer and mails fewer as they do for logins, counted apart:
 * requests from outside do not change them.
 */
export type RequestConfirmation = (
  person: Person,
  language?: MailLanguage,
) => Promise<E.Either<RequestConfirmationError, LoginRequested>>;
export const RequestConfirmation = token<RequestConfirmation>('RequestConfirmation');

interface Asked extends LoginRequested {
  readonly mails: ReadonlyArray<Mail>;
}

export const makeRequestConfirmation = recipe(
  RequestConfirmation,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Mailer: GuardedMailer, Causes },
  ({ storage, clock, entropy, sealer, mailer, causes }) =>
    async ({ tenant, userId, sessionId }, asked) => {
      const random = entropy.bytes(CHALLENGE_ENTROPY_BYTES);
      const sealedKey = await sealChallengeKey(sealer, random);
      const { bankTenantId, corporateTenantId } = tenant;
      const addressKey = sha256(
        JSON.stringify(['confirmation', bankTenantId, corporateTenantId, userId]),
      );
      const made = await storage.atomically<RequestConfirmationError, Asked>(async (stores) => {
        const [actor] = await stores.tenancy.actors(tenant, [userId]);
        if (actor === undefined) return E.left(InvalidSession());
        // A mailbox that another person of the corporate reads too confirms nothing, as it opens nothing.
        const found = await ownMailbox(stores, tenant, actor.user);
        if (found === undefined) return E.left(NoEmailOnFile());
        const { challengeId, codes, kind } = await askForCodes(stores, sealedKey, random, {
          addressKey,
          now: clock.now(),
          confirms: sessionId,
          accounts: [{ tenant, userId }],
        });
        const kept = await stores.notifications.find(tenant, userId);
        const language = asked ?? kept?.language ?? USUAL_LANGUAGE;
        const mails = codes.map((code) =>
          loginMail(found.email, found.corporate, found.user, {
            code,
            kind,
            purpose: 'confirmation',
            language,
          }),
        );
        return E.right({ challengeId, mails });
      });
      if (E.isLeft(made)) return made;
      const { challengeId, mails } = made.right;
      // The person asks for another code.
      for (const mail of mails) handOver({ mailer, causes }, mail, [{ subjectId: challengeId }]);
      return E.right({ challengeId });
    },
);
