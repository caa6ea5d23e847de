import { token } from '../kernel/token.js';
import { SECOND } from '../kernel/values/time.js';
import type { Mail, Mailer } from '../ports/email.js';
import { inTime } from '../ports/in-time.js';
import type { Pacer } from '../ports/pacer.js';
import type { Causes } from './causes.js';

/** A person may wait for a mail to be handed over. */
const MAILED_WITHIN = 10 * SECOND;

/** The host's mailer, as use cases call it: one that does not answer in time rejects, so nobody waits for ever. */
export const GuardedMailer = token<Mailer>('GuardedMailer');

/** @param mailer without one every use case that mails is off, and nothing is sent */
export const makeGuardedMailer = (
  mailer: Mailer | undefined,
  pacer: Pacer,
  causes: Causes,
): Mailer => {
  const hand = async (mail: Mail): Promise<void> => {
    if (mailer === undefined) throw new Error('a use case mails although the host gave no mailer');
    return mailer.send(mail);
  };
  const report = (error: unknown) => causes.report('send-mail', error);
  const calling = { pacer, report, withinMs: MAILED_WITHIN };
  return { send: (mail) => inTime('mailer', () => hand(mail), calling) };
};
