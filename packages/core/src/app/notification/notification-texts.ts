import type { MailLanguage } from '../../kernel/values/mail-language.js';
import { ENGLISH_NOTIFICATION, type NotificationTexts } from './notification-english.js';
import { HINDI_NOTIFICATION } from './notification-hindi.js';

/** Every text of a notification, by language. A language without texts does not compile. */
export const NOTIFICATION_TEXTS: Readonly<Record<MailLanguage, NotificationTexts>> = {
  en: ENGLISH_NOTIFICATION,
  hi: HINDI_NOTIFICATION,
};
