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

/** People were not mailed of a change: its actor, or their corporate, had as many mails as an hour allows. */
class TooManySettingsMails extends Error {
  override readonly name = 'TooManySettingsMails';
}

/**
 * Mails a committed step to the person whom it concerns and to the other administrators of the corporate. Administrators
 * get at most 20 mails an hour about what one user does, and 100 about all of them. The person whom it concerns gets
 * theirs whatever was sent to others, at most 20 an hour of each step. A mail beyond a limit is reported as a cause
 * instead of sent. Without a mailer the step is committed and no mail is sent.
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
    let sent = new Map<string, number>();
    /** As many of the mails as each of their limits leaves. */
    const within = (
      mails: ReadonlyArray<Mail>,
      ...limits: ReadonlyArray<readonly [name: string, most: number]>
    ): ReadonlyArray<Mail> => {
      const before = (name: string) => sent.get(name) ?? 0;
      const left = Math.min(...limits.map(([name, most]) => most - before(name)));
      const some = mails.slice(0, Math.max(0, left));
      for (const [name] of limits) sent.set(name, before(name) + some.length);
      return some;
    };
    return (notice) => {
      const now = Math.floor(clock.now() / HOUR);
      if (now !== hour) {
        hour = now;
        sent = new Map();
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
