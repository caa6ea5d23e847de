import type { Mailer } from '@hundi/core';

/** One mail, without a word of it. */
export interface MailCall {
  readonly outcome: 'sent' | 'failed';
  readonly durationMs: number;
  readonly error?: unknown;
}

/** The same mailer; `tell` is called once per mail. */
export const watchedMailer = (mailer: Mailer, tell: (mail: MailCall) => void): Mailer => ({
  send: async (mail) => {
    const startedAt = performance.now();
    const told = (outcome: MailCall['outcome'], failure: Pick<MailCall, 'error'> = {}): void => {
      tell({ outcome, durationMs: performance.now() - startedAt, ...failure });
    };
    try {
      await mailer.send(mail);
    } catch (error) {
      told('failed', { error });
      throw error;
    }
    told('sent');
  },
});
