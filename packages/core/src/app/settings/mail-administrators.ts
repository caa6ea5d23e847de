import { Causes } from '../duty/causes.js';
import { makeGuardedMailer } from '../duty/guarded-mailer.js';
import { handOver } from '../duty/hand-over.js';
import { HOUR } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Mailer } from '../../ports/email.js';
import { Pacer } from '../../ports/pacer.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { MAILS_AN_HOUR, settingsMails } from './settings-mail.js';
import type { SettingsNotice } from './settings-notice.js';

/** Administrators were not mailed of a change: their corporate had as many mails as an hour allows. */
class TooManySettingsMails extends Error {
  override readonly name = 'TooManySettingsMails';
}

/**
 * Mails a committed step to the person whom it concerns and to the other administrators of the corporate, at most 20
 * mails an hour. A mail beyond the limit is reported as a cause instead of sent. Without a mailer the step is committed and no mail is sent.
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
    return (notice) => {
      const now = Math.floor(clock.now() / HOUR);
      if (now !== hour) {
        hour = now;
        sent = new Map();
      }

      const { tenant } = notice;
      const mails = settingsMails(notice);
      const subjects = [{ tenant, subjectId: tenant.corporateTenantId }];
      const corporate = JSON.stringify([tenant.bankTenantId, tenant.corporateTenantId]);
      const before = sent.get(corporate) ?? 0;
      const some = mails.slice(0, Math.max(0, MAILS_AN_HOUR - before));
      sent.set(corporate, before + some.length);
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
