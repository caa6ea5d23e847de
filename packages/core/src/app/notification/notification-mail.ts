import type { MailLanguage } from '../../kernel/values/mail-language.js';
import type { Mail } from '../../ports/email.js';
import type { BankTenant, Corporate } from '../../model/tenancy/corporate.js';
import type { Notification } from './notification-due.js';
import type { NotificationTexts } from './notification-english.js';
import { NOTIFICATION_TEXTS } from './notification-texts.js';

/** Whom a notification goes to, in whose name, and where they log in. */
export interface NotificationFrame {
  readonly to: string;
  readonly language: MailLanguage;
  readonly corporate: Pick<Corporate, 'name'>;
  readonly bank: Pick<BankTenant, 'name' | 'timeZone'>;
  /** Undefined: the mail names no address. */
  readonly portalUrl: string | undefined;
}

/**
 * Tells a person in counts and totals what there is for them: no payee, no account and no reference, because a mail is
 * read by whoever holds the phone. The subject has no amount: subjects show on locked screens.
 */
export const notificationMail = (
  { waiting, expiring, outcomes }: Notification,
  { to, language, corporate, bank, portalUrl }: NotificationFrame,
): Mail => {
  const texts = NOTIFICATION_TEXTS[language];
  const { name } = corporate;
  const rejected = outcomes?.rejected;
  const failed = outcomes?.failed;
  return {
    to,
    subject: subjectOf({ waiting, expiring }, texts)(name),
    text: [
      texts.whose(name, bank.name),
      '',
      ...(waiting === undefined ? [] : [texts.waiting(waiting, waiting.isWhole)]),
      ...(expiring === undefined
        ? []
        : [texts.expiring(expiring, texts.moment(expiring.firstAt, bank.timeZone))]),
      ...(rejected === undefined ? [] : [texts.rejected(rejected)]),
      ...(failed === undefined ? [] : [texts.failed(failed)]),
      '',
      portalUrl === undefined ? texts.openYourself : texts.open(portalUrl),
      texts.choose,
      texts.neverAsked(bank.name),
      '',
    ].join('\n'),
  };
};

/** What is most urgent names the mail. */
const subjectOf = (
  {
    expiring,
    waiting,
  }: {
    readonly [K in 'expiring' | 'waiting']: Notification[K] | undefined;
  },
  { subject }: NotificationTexts,
) => {
  if (expiring !== undefined) return subject.expiring;
  return waiting === undefined ? subject.outcomes : subject.waiting;
};
