import type { Clock, EpochMs, Mail, Mailer } from '@hundi/core';

/** A mail as it lies in the mailbox. */
export interface ReceivedMail extends Mail {
  /** `mail-1`, `mail-2` … in the order of sending. */
  readonly id: string;
  readonly sentAt: EpochMs;
}

export interface Mailbox extends Mailer {
  /** The sent mails, newest first; only to one address, if it is given. */
  readonly mails: (to?: string) => ReadonlyArray<ReceivedMail>;
}

/** A mailer that keeps what it is given, for tests to read. */
export const mailbox = (clock: Clock): Mailbox => {
  const received: ReceivedMail[] = [];
  return {
    send: async (mail) => {
      received.unshift({ ...mail, id: `mail-${received.length + 1}`, sentAt: clock.now() });
    },
    mails: (to) => received.filter((mail) => to === undefined || mail.to === to),
  };
};
