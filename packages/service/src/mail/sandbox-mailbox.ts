import type { Clock, EpochMs, Mail, Mailer } from '@hundi/core';
import { mailboxOf } from '@hundi/core/wire';
import type { SandboxDatabase } from '../bank/sandbox-database.js';

/** A mail as it lies in the sandbox. */
export interface ReceivedMail extends Mail {
  readonly id: string;
  readonly sentAt: EpochMs;
}

/** Keeps mails for anybody on this machine to read, beside the sandbox bank's books. */
export interface SandboxMailbox extends Mailer {
  /** The latest mails, newest first; only to one address (ignoring case), if it is given. */
  readonly mails: (to?: string) => Promise<ReadonlyArray<ReceivedMail>>;
}

/** More than a person or a test looks through. */
const SHOWN_MAX = 1_000;

interface Kept {
  readonly mail_no: unknown;
  readonly record: string;
}

const ADD = `INSERT INTO sandbox_mails (mail_no, recipient, record)
  SELECT coalesce(max(mail_no), 0) + 1, ?, ? FROM sandbox_mails`;
const ALL = 'SELECT mail_no, record FROM sandbox_mails ORDER BY mail_no DESC LIMIT ?';
const TO = `SELECT mail_no, record FROM sandbox_mails WHERE recipient = ?
  ORDER BY mail_no DESC LIMIT ?`;

const mailOf = ({ mail_no, record }: Kept): ReceivedMail => ({
  id: `mail-${String(mail_no)}`,
  ...(JSON.parse(record) as Omit<ReceivedMail, 'id'>),
});

export const sandboxMailbox = (database: SandboxDatabase, clock: Clock): SandboxMailbox => {
  // The engine waits for no mail. A reader sees what was sent before they looked.
  const underWay = new Set<Promise<void>>();

  const put = (mail: Mail): Promise<void> => {
    const { to, subject, text, html } = mail;
    const record = JSON.stringify({ to, subject, text, html, sentAt: clock.now() });
    return database.alone(async (ask) => {
      await ask(ADD, mailboxOf(to), record);
    });
  };
  return {
    send: (mail) => {
      const sending = put(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    mails: async (to) => {
      await Promise.allSettled(underWay);
      return database.alone(async (ask) => {
        const kept =
          to === undefined
            ? await ask<Kept>(ALL, SHOWN_MAX)
            : await ask<Kept>(TO, mailboxOf(to), SHOWN_MAX);
        return kept.map(mailOf);
      });
    },
  };
};
