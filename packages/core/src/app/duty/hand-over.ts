import type { Mail, Mailer } from '../../ports/email.js';
import type { Subject } from '../../kernel/use-case/subject.js';
import type { Causes } from './causes.js';

/** The dependencies of mails for which no caller waits. */
export interface MailRoom {
  readonly mailer: Mailer;
  readonly causes: Causes;
}

/** Hands a mail over without waiting for it, and reports why it could not be handed over. */
export const handOver = (
  { mailer, causes }: MailRoom,
  mail: Mail,
  subjects: ReadonlyArray<Subject>,
): void => {
  // A mailer may also throw at once.
  const send = async (): Promise<void> => mailer.send(mail);
  send().catch((error: unknown) => {
    causes.report('send-mail', error, subjects);
  });
};
