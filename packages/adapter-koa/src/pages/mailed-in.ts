import { MailLanguage } from '@hundi/core/wire';
import type { Visit } from './page-route.js';

/** The language of a page, for a mail that is asked for on it. */
export const mailedIn = ({ texts }: Pick<Visit, 'texts'>): { readonly language?: MailLanguage } =>
  MailLanguage.is(texts.language) ? { language: texts.language } : {};
