import { looksLikeAddress } from '../../kernel/values/looks-like-address.js';
import type { Json, JsonObject } from '../../kernel/codecs/json.js';
import type { MailLanguage } from '../../kernel/values/mail-language.js';
import type { Mail } from '../../ports/email.js';
import { ENGLISH_SETTINGS, type SettingsTexts } from './settings-english.js';
import { HINDI_SETTINGS } from './settings-hindi.js';
import type { Addressee, SettingsNotice } from './settings-notice.js';

/**
 * Changes of the settings of a corporate that are mailed in an hour of the clock, from one process: of one user, so that
 * nobody uses up the mails about others, and of all, so that no users together fill mailboxes.
 */
export const MAILS_AN_HOUR = { ofUser: 20, ofCorporate: 100 } as const;

/** By language. A language without texts does not compile. */
const TEXTS: Readonly<Record<MailLanguage, SettingsTexts>> = {
  en: ENGLISH_SETTINGS,
  hi: HINDI_SETTINGS,
};

const said = (member: string, value: Json | undefined): string => {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') return '';
  // A mail shows only the host of a URL: its path may hold a secret, and a text that a person chose may be a link.
  if (member === 'url') return URL.canParse(value) ? new URL(value).origin : '';
  return member === 'name' && looksLikeAddress(value) ? '' : value;
};

const detailLines = (details: JsonObject, { labels }: SettingsTexts): ReadonlyArray<string> =>
  Object.entries(labels).flatMap(([member, label]) => {
    const text = said(member, details[member]);
    return text === '' ? [] : [`${label}: ${text}`];
  });

/** Says to another administrator what a person did about keys, webhook endpoints, return hosts, people or the approval policy. */
const administratorsMail = ({ address, language }: Addressee, notice: SettingsNotice): Mail => {
  const { corporate, kind, details, step, at, username, by } = notice;
  const texts = TEXTS[language];
  return {
    to: address,
    subject: texts.subject(corporate, step),
    text: [
      texts.did(texts.who(username, by), step, corporate, kind),
      '',
      ...detailLines(details, texts),
      texts.when(at),
      '',
      texts.ifNotAgreed[step],
      texts.most(MAILS_AN_HOUR),
      '',
    ].join('\n'),
  };
};

/** Says to a person that they lose their second factors: whoever took over their mailbox would ask for that, too. */
const factorsMail = ({ address, language }: Addressee, notice: SettingsNotice): Mail => {
  const { corporate, step, at, username, by } = notice;
  const texts = TEXTS[language];
  return {
    to: address,
    subject: texts.factorsSubject(corporate, step),
    text: [
      texts.didToFactors(texts.who(username, by), step, corporate),
      '',
      texts.when(at),
      '',
      texts.then[step],
      texts.ifNotLost,
      '',
    ].join('\n'),
  };
};

/** The mails of a step: to the person whom it concerns first, then to the other administrators. */
export const settingsMails = (notice: SettingsNotice): ReadonlyArray<Mail> => [
  ...(notice.concerned === undefined ? [] : [factorsMail(notice.concerned, notice)]),
  ...notice.to.map((addressee) => administratorsMail(addressee, notice)),
];
