import { Causes } from '../duty/causes.js';
import { makeGuardedMailer } from '../duty/guarded-mailer.js';
import { handOver } from '../duty/hand-over.js';
import { nameOfTenant } from '../../kernel/values/tenant.js';
import { HOUR } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Mailer, type Mail } from '../../ports/email.js';
import { Pacer } from '../../ports/pacer.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { MAILS_AN_HOUR, settingsMails } from './settings-mail.js';
import type { SettingsNotice } from './settings-notice.js';

/** People were not mailed of a change: its actor, or their corporate, had as many as an hour allows. */
class TooManySettingsMails extends Error {
  override readonly name = 'TooManySettingsMails';
}

/**
 * Mails a committed step to the person whom it concerns and to the other administrators of the corporate. Administrators
 * are mailed of at most 20 changes an hour by one user, and of 100 in all, however many they are: of a change all of them
 * hear, or none. The person whom it concerns gets theirs whatever was sent to others, at most 20 an hour of each step. A
 * change beyond a limit is reported as a cause instead of mailed. Without a mailer the step is committed and no mail is sent.
 */
export type MailAdministrators = (notice: SettingsNotice) => void;
export const MailAdministrators = token<MailAdministrators>('MailAdministrators');

export const makeMailAdministrators = recipe(
  MailAdministrators,
  { Clock, Mailer: optional(Mailer), Pacer, Causes },
  ({ clock, mailer: given, pacer, causes }) => {
    if (given === undefined) return () => undefined;
    const mailer = makeGuardedMailer({ mailer: given, pacer, causes });
    let hour = 0;
    let told = new Map<string, number>();
    /** The mails of one change, where each of their limits leaves one. */
    const within = (
      mails: ReadonlyArray<Mail>,
      ...limits: ReadonlyArray<readonly [name: string, most: number]>
    ): ReadonlyArray<Mail> => {
      const before = (name: string) => told.get(name) ?? 0;
      if (mails.length === 0 || limits.some(([name, most]) => before(name) >= most)) return [];
      for (const [name] of limits) told.set(name, before(name) + 1);
      return mails;
    };
    return (notice) => {
      const now = Math.floor(clock.now() / HOUR);
      if (now !== hour) {
        hour = now;
        told = new Map();
      }

      const { tenant, by, step, concerns = by } = notice;
      const mails = settingsMails(notice);
      const own = settingsMails({ ...notice, to: [] });
      const corporate = nameOfTenant(tenant);
      const { ofUser, ofCorporate } = MAILS_AN_HOUR;
      const some = [
        ...within(own, [`${corporate} ${step} ${concerns}`, ofUser]),
        ...within(
          mails.slice(own.length),
          [`${corporate} by ${by}`, ofUser],
          [corporate, ofCorporate],
        ),
      ];
      const subjects = [{ tenant, subjectId: tenant.corporateTenantId }];
      for (const mail of some) handOver({ mailer, causes }, mail, subjects);
      if (some.length < mails.length)
        causes.report(
          'send-mail',
          new TooManySettingsMails('no more mails in this hour'),
          subjects,
        );
    };
  },
);
