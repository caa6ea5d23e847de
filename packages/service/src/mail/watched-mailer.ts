import type { Mailer } from '@hundi/core';

/** One mail, without a word of it. */
export interface MailCall {
  readonly outcome: 'sent' | 'failed';
  readonly durationMs: number;
  readonly error?: unknown;
}

/** The same mailer; `onMail` is called once per mail. */
export const watchedMailer = (mailer: Mailer, onMail: (mail: MailCall) => void): Mailer => ({
  send: async (mail) => {
    const startedAt = performance.now();
    const report = (outcome: MailCall['outcome'], failure: Pick<MailCall, 'error'> = {}): void => {
      onMail({ outcome, durationMs: performance.now() - startedAt, ...failure });
    };
    try {
      await mailer.send(mail);
    } catch (error) {
      report('failed', { error });
      throw error;
    }
    report('sent');
  },
});
