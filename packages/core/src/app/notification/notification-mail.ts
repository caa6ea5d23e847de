import type { MailLanguage } from '../../kernel/values/mail-language.js';
import type { Mail } from '../../ports/email.js';
import type { NotificationKind } from '../../model/notification/kept/notification-kind.js';
import type { BankTenant, Corporate } from '../../model/tenancy/corporate.js';
import type { Notification } from './notification-due.js';
import { ENGLISH_NOTIFICATION, type NotificationTexts } from './notification-english.js';
import { HINDI_NOTIFICATION } from './notification-hindi.js';

/** By language. A language without texts does not compile. */
const TEXTS: Readonly<Record<MailLanguage, NotificationTexts>> = {
  en: ENGLISH_NOTIFICATION,
  hi: HINDI_NOTIFICATION,
};

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
  notification: Notification,
  { to, language, corporate, bank, portalUrl }: NotificationFrame,
): Mail => {
  const texts = TEXTS[language];
  const { name } = corporate;
  const { waiting, expiring, outcomes: { rejected, failed } = {} } = notification;
  return {
    to,
    subject: texts.subject[mostUrgent(notification)](name),
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
const mostUrgent = ({ expiring, waiting }: Notification): NotificationKind => {
  if (expiring !== undefined) return 'expiring';
  return waiting === undefined ? 'outcomes' : 'waiting';
};
