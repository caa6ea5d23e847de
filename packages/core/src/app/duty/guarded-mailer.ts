import { optional, recipe, token } from '../../kernel/token.js';
import { Mailer, type Mail } from '../../ports/email.js';
import { inTime, SOON } from '../../ports/in-time.js';
import { Pacer } from '../../ports/pacer.js';
import { Causes } from './causes.js';

/** The host's mailer, as use cases call it. A call that gets no answer in time rejects. */
export const GuardedMailer = token<Mailer>('GuardedMailer');

/** @param mailer undefined where the host gives none: then every use case that mails is off, and none calls `send` */
export const makeGuardedMailer = recipe(
  GuardedMailer,
  { Mailer: optional(Mailer), Pacer, Causes },
  ({ mailer, pacer, causes }): Mailer => {
    const hand = async (mail: Mail): Promise<void> => {
      if (mailer === undefined)
        throw new Error('a use case mails although the host gave no mailer');
      return mailer.send(mail);
    };
    const report = (error: unknown) => causes.report('send-mail', error);
    const calling = { pacer, report, withinMs: SOON };
    return { send: (mail) => inTime('mailer', () => hand(mail), calling) };
  },
);
