import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { describedRecord } from '../../kernel/codecs/record.js';
import { MailLanguage } from '../../kernel/values/mail-language.js';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../model/notification/kept/notification-kind.js';
import { wants } from './notification-due.js';
import type { PersonNotifications } from '../../model/notification/kept/person-notifications.js';

const KINDS = {
  waiting: about(t.boolean, 'Whether you are mailed when payouts wait for your decision.'),
  expiring: about(
    t.boolean,
    'Whether you are mailed when payouts that wait for your decision expire within three days.',
  ),
  outcomes: about(
    t.boolean,
    'Whether you are mailed when payouts that you made are rejected or fail.',
  ),
};

/** Of what a person is mailed, and in which language: absent until they choose one, and then left as it is. */
export const NotificationSettings = describedRecord(
  'NotificationSettings',
  'What you are mailed of: at most one mail an hour, with counts and totals only. `language` is absent until you set it; without it a change keeps the language.',
  KINDS,
  { language: MailLanguage },
);
export type NotificationSettings = t.TypeOf<typeof NotificationSettings>;

/** As they are kept. */
export const settingsOf = (known: PersonNotifications): NotificationSettings => ({
  waiting: wants(known, 'waiting'),
  expiring: wants(known, 'expiring'),
  outcomes: wants(known, 'outcomes'),
  ...(known.language !== undefined && { language: known.language }),
});

export const offIn = (settings: NotificationSettings): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => !settings[kind]);
