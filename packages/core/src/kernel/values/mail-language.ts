import * as t from 'io-ts';
import { documented } from '../codecs/documented.js';

/** A language in which the engine writes mails to people. */
export const MailLanguage = documented(t.keyof({ en: null, hi: null }, 'MailLanguage'), {
  description: 'The language of mails to you: English (`en`) or Hindi (`hi`).',
});
export type MailLanguage = t.TypeOf<typeof MailLanguage>;

/** The language of mails to a person who has chosen none. */
export const USUAL_LANGUAGE: MailLanguage = 'en';
