import type * as t from 'io-ts';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { Causes } from '../duty/causes.js';
import { handOver } from '../duty/hand-over.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import { MailLanguage, USUAL_LANGUAGE } from '../../kernel/values/mail-language.js';
import { mailboxOf } from '../../kernel/values/mailbox.js';
import { tenantOf } from '../../kernel/values/tenant.js';
import { Email } from '../../kernel/values/text.js';
import { Clock } from '../../ports/clock.js';
import type { Mail } from '../../ports/email.js';
import { Entropy } from '../../ports/entropy.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { commit } from '../../storage/commit.js';
import { Storage } from '../../storage/storage.js';
import type { Addressee } from '../../storage/tenancy-store.js';
import { recipe, token } from '../../kernel/token.js';
import { askForCodes, type CodesGiven } from './ask-for-codes.js';
import { ACCOUNTS_MAX, CHALLENGE_ENTROPY_BYTES, sealChallengeKey } from './login-code.js';
import { loginMail } from './login-mail.js';
import { reachable } from './portal-person.js';
import { GuardedMailer } from '../duty/guarded-mailer.js';

/** The address of the person, and the language of the mail. */
export const RequestLoginInput = record(
  'LoginRequest',
  { email: Email },
  { language: MailLanguage },
);
export type RequestLoginInput = t.TypeOf<typeof RequestLoginInput>;

/** The id under which the code is to be returned. */
export interface LoginRequested {
  readonly challengeId: string;
}

/**
 * Mails a one-time code to a person, in the language in which it is asked for. An address of no user, or of a user who
 * may not log in, gets the same answer by the same way, and no mail. An address of people in several corporates gets a
 * code for each, fifty at most, and who is left out is reported (`TooManyAccounts`); one that two people of a corporate
 * share gets none for that corporate. Waits for no mail: how long one
 * takes would reveal it. However often an address is asked for, each request gets an answer, and its person a code
 * that lets them in ({@link nextCodes}); who asks how often is for the host to limit.
 */
export type RequestLogin = OpenUseCase<RequestLoginInput, never, LoginRequested>;
export const RequestLogin = token<RequestLogin>('RequestLogin');

interface Asked extends LoginRequested {
  readonly mails: ReadonlyArray<Mail>;
  readonly leftOut: ReadonlyArray<Addressee>;
}

/** No caller may see it: it would say how many accounts an address has. */
class TooManyAccounts extends Error {
  override readonly name = 'TooManyAccounts';
}

const byCorporate = (a: Addressee, b: Addressee): number =>
  a.corporate.corporateTenantId < b.corporate.corporateTenantId ? -1 : 1;

export const makeRequestLogin = recipe(
  RequestLogin,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Mailer: GuardedMailer, Causes },
  ({ storage, clock, entropy, sealer, mailer, causes }) =>
    openUseCase(RequestLoginInput, async ({ email, language = USUAL_LANGUAGE }) => {
      const random = entropy.bytes(CHALLENGE_ENTROPY_BYTES);
      const sealedKey = await sealChallengeKey(sealer, random);
      const mailbox = mailboxOf(email);
      const addressKey = sha256(mailbox);
      const { challengeId, mails, leftOut } = await commit(
        storage,
        async (stores): Promise<Asked> => {
          const found = reachable(await stores.tenancy.addressees(mailbox));
          // In one order: the same people are left out each time.
          const ordered = [...found].sort(byCorporate);
          const people = ordered.slice(0, ACCOUNTS_MAX);
          const given = await askForCodes(stores, sealedKey, random, {
            addressKey,
            now: clock.now(),
            accounts: people.map(({ corporate, user: { userId } }) => ({
              tenant: tenantOf(corporate),
              userId,
            })),
          });
          return {
            challengeId: given.challengeId,
            mails: mailsTo(people, given, language),
            leftOut: ordered.slice(ACCOUNTS_MAX),
          };
        },
      );
      // The person asks for another code.
      for (const mail of mails) handOver({ mailer, causes }, mail, [{ subjectId: challengeId }]);
      if (leftOut.length > 0)
        causes.report(
          'send-mail',
          new TooManyAccounts('an address has more accounts than get codes'),
          leftOut.map(({ corporate, user }) => ({
            tenant: tenantOf(corporate),
            subjectId: user.userId,
          })),
        );
      return E.right({ challengeId });
    }),
);

/** To the address as the directory has it, not as it was typed. */
const mailsTo = (
  people: ReadonlyArray<Addressee>,
  { codes, kind }: CodesGiven,
  language: MailLanguage,
): ReadonlyArray<Mail> =>
  people.flatMap(({ corporate, user }, i) => {
    const code = codes[i];
    return user.email === undefined || code === undefined
      ? []
      : [loginMail(user.email, corporate, user, { code, kind, purpose: 'login', language })];
  });
