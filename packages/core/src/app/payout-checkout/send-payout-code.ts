import { tenantOf } from '../../kernel/values/tenant.js';
import type * as t from 'io-ts';
import { writeRecords } from '../writer/write-changes.js';
import { Causes } from '../duty/causes.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import type { UseCaseFor } from '../../kernel/use-case/use-case.js';
import { MailLanguage, USUAL_LANGUAGE } from '../../kernel/values/mail-language.js';
import { HOUR, type EpochMs } from '../../kernel/values/time.js';
import type { PayoutTerms } from '../../model/payout/payout.js';
import { ownMailbox, type Reached } from '../portal/own-mailbox.js';
import { Judging } from '../intake/rules/judging.js';
import type { JudgedBy } from '../intake/rules/row-facts.js';
import { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import type { Mail } from '../../ports/email.js';
import { Entropy } from '../../ports/entropy.js';
import { GuardedSealer } from '../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { bankDay } from './bank-day.js';
import { payoutBrowserUseCase, type PayoutBrowser } from './browser.js';
import {
  CodeNotMailed,
  MakerLocked,
  NoEmailOnFile,
  TooManyCodes,
  type ChoiceRefusal,
  type CodeTooSoon,
  type NoCodesLeft,
} from '../../model/payout-checkout/session/checkout-errors.js';
import {
  CODES_MAX,
  sendNextCode,
  stepCheckout,
} from '../../model/payout-checkout/session/checkout-machine.js';
import { Choice } from '../../model/payout-checkout/session/choice.js';
import { codeMail } from './code-mail.js';
import { judgeUnmade } from './judge-choice.js';
import { makerOf } from './maker.js';
import { CODE_ENTROPY_BYTES, newCode, payeeIn, sealCodeKey } from './one-time-code.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';
import { shownEmail } from '../../model/payout-checkout/session/shown-email.js';
import { FAILURES_A_DAY } from './maker-lock.js';
import { takeStep } from './checkout-changes.js';
import { whileHeld, type NotHeld } from './while-held.js';
import { GuardedMailer } from '../duty/guarded-mailer.js';

/** A code is on its way. */
export interface CodeSent {
  /** Where it went: the first letter of the address, and its host. */
  readonly sentTo: string;
  readonly expiresAt: EpochMs;
  readonly codesLeft: number;
  /** From when on another may be sent. Epoch ms. */
  readonly nextCodeAt: EpochMs;
}

/**
 * How many unused codes a maker is mailed in an hour, over all sessions. An hour begins with its first
 * code, so the beginnings of two are an hour apart and no sixty minutes hold both: they see 10 + 9 such mails at
 * most, and no day more than 24 × 10 + 9. Twenty wrong codes a day allow for fewer guesses than these have tries.
 */
const UNUSED_CODES = { max: 10, span: HOUR };

type Refusal =
  | ChoiceRefusal
  | NoEmailOnFile
  | CodeTooSoon
  | NoCodesLeft
  | TooManyCodes
  | MakerLocked;
/** Why no code is mailed for a payout checkout (decisions §9). */
export type SendPayoutCodeError = NotHeld | Refusal | CodeNotMailed;

/** The choice that the code is for, and the language of the page that asks for it. */
export const CodeAsked = record('CodeAsked', Choice.type.props, { language: MailLanguage });
export type CodeAsked = t.TypeOf<typeof CodeAsked>;

/**
 * Mails a one-time code for exactly this choice to the maker's registered address (§4.12), unless another person of the
 * corporate reads its mailbox, too. Codes sent before are void from then on. Three codes a session, thirty seconds apart, each good for five minutes and five tries; a maker
 * who leaves too many unused gets no more for an hour.
 */
export type SendPayoutCode = UseCaseFor<PayoutBrowser, CodeAsked, SendPayoutCodeError, CodeSent>;
export const SendPayoutCode = token<SendPayoutCode>('SendPayoutCode');

/** The state that is committed before the mail is sent. */
interface Asked {
  readonly session: OpenSession;
  readonly mail: Mail;
}

export const makeSendPayoutCode = recipe(
  SendPayoutCode,
  { Storage, Clock, Entropy, Sealer: GuardedSealer, Mailer: GuardedMailer, Causes, Judging },
  ({ storage, clock, entropy, sealer, mailer, causes, judging: { bankRail } }) =>
    payoutBrowserUseCase(CodeAsked, async (browser, { language = USUAL_LANGUAGE, ...choice }) => {
      const random = entropy.bytes(CODE_ENTROPY_BYTES);
      const sealedKey = await sealCodeKey(sealer, random, browser);
      const asked = await whileHeld<Refusal | NotHeld, Asked>(
        { storage, clock },
        browser,
        async (stores, { session }, now) => {
          const ready = await readyFor(stores, session, choice, { bankRail, at: now });
          if (E.isLeft(ready)) return ready;
          const { code, sent } = newCode(
            { sealedKey, random },
            session,
            { choice, email: ready.right.email },
            now,
          );
          const mailed = { ...sent, payee: payeeIn(ready.right.terms) };
          const stepped = sendNextCode(session, { code: mailed, at: now });
          if (E.isLeft(stepped)) return stepped;
          if (stepped.right.status !== 'open') throw new Error('an open session has ended');
          const { payoutCheckouts } = stores;
          const { makerUserId } = session;
          if (!(await payoutCheckouts.countCode(tenantOf(session), makerUserId, now, UNUSED_CODES)))
            return E.left(TooManyCodes());
          const mail = await mailOf(stores, session, ready.right, { code, language });
          return E.right({
            answer: { session: stepped.right, mail },
            changes: takeStep(session, stepped.right),
          });
        },
      );
      if (E.isLeft(asked)) return asked;
      const { session, mail } = asked.right;
      try {
        await mailer.send(mail);
      } catch (error) {
        const { sessionId: subjectId } = session;
        causes.report('send-mail', error, [{ tenant: tenantOf(session), subjectId }]);
        await commit(storage, (stores) => letSendAgain(stores, session, clock.now()));
        return E.left(CodeNotMailed());
      }
      return E.right(sentOf(session, mail));
    }),
);

/** A maker whom a code reaches, and what the code is for. */
interface Ready extends Reached {
  readonly terms: PayoutTerms;
}

const readyFor = async (
  stores: Stores,
  session: OpenSession,
  choice: Choice,
  by: JudgedBy,
): Promise<E.Either<Refusal, Ready>> => {
  const tenant = tenantOf(session);
  const maker = await makerOf(stores, tenant, session.makerUserId);
  if (E.isLeft(maker)) return maker;
  const judged = await judgeUnmade(stores, { session, maker: maker.right, choice }, by);
  if (E.isLeft(judged)) return judged;
  // What two people of the corporate read would let the one pay as the other, and then approve it.
  const reached = await ownMailbox(stores, tenant, maker.right.user);
  if (reached === undefined) return E.left(NoEmailOnFile());
  const day = await bankDay(stores, tenant, by.at);
  const failures = await stores.payoutCheckouts.failures(tenant, session.makerUserId, day);
  return failures >= FAILURES_A_DAY
    ? E.left(MakerLocked())
    : E.right({ ...reached, terms: judged.right.terms });
};

const mailOf = async (
  { tenancy }: Stores,
  session: OpenSession,
  { email, corporate, terms }: Ready,
  { code, language }: { readonly code: string; readonly language: MailLanguage },
): Promise<Mail> => {
  const bank = await tenancy.bank(tenantOf(session));
  if (bank === undefined) throw new Error('a session of no bank');
  const purpose = {
    bankName: bank.name,
    corporateName: corporate.name,
    payeeName: terms.beneficiaryName,
    accountNumber: terms.creditAccountNumber,
    amount: session.amount,
    reference: session.reference,
  };
  return codeMail(email, code, purpose, language);
};

/** A maker who got no mail need not wait. The code counts, because the mail may be on its way all the same. */
const letSendAgain = async (stores: Stores, sent: OpenSession, at: EpochMs): Promise<void> => {
  const found = await stores.payoutCheckouts.hold(sent.sessionId);
  if (found?.session.status !== 'open' || found.session.codesSent !== sent.codesSent) return;
  const stepped = stepCheckout(found.session, { type: 'miss', at });
  if (E.isRight(stepped)) await writeRecords(stores, takeStep(found.session, stepped.right));
};

const sentOf = ({ code, codesSent, nextCodeAt }: OpenSession, { to }: Mail): CodeSent => ({
  sentTo: shownEmail(to),
  expiresAt: code?.expiresAt ?? nextCodeAt,
  codesLeft: CODES_MAX - codesSent,
  nextCodeAt,
});
