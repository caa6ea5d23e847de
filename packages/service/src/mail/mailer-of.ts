import { setImmediate, setTimeout } from 'node:timers/promises';
import { smtpMailer } from '@hundi/adapter-node';
import type { Mailer } from '@hundi/core';
import type { Config } from '../config/config.js';
import { watchedMailer, type MailCall } from './watched-mailer.js';

/** Where the engine's mails go. */
export interface HostMailer extends Mailer {
  /** Waits until every mail of an answer that was given has been handed over, or could not be. */
  readonly handedOver: () => Promise<void>;
  /** Waits for what is under way, and lets the mail server go. */
  readonly close: () => Promise<void>;
}

/** Mails of a service that has no mail server go nowhere, and say so. */
const nowhere: Mailer = {
  send: () => Promise.reject(new Error('no mail server is configured: set SMTP_URL')),
};

/** A stop waits no longer for mails: a user who misses one requests another. */
const CLOSE_MS = 3_000;
const UNREF = { ref: false };

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

/** The mailbox that the server knows us by, or one of the host of our links, which reads no answers. */
const senderOf = (smtpUrl: string, publicUrl = 'http://localhost'): string => {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  return ADDRESS.test(user) ? user : `no-reply@${new URL(publicUrl).hostname}`;
};

/** The mail server that the configuration names; without one the sandbox's mailbox, where there is a sandbox. */
export const mailerOf = (
  { smtpUrl, smtpTls, publicUrl }: Pick<Config, 'smtpUrl' | 'smtpTls' | 'publicUrl'>,
  sandbox: { readonly mailbox: Mailer } | undefined,
  onMail: (mail: MailCall) => void,
): HostMailer => {
  const smtp =
    smtpUrl === undefined ? undefined : smtpMailer(smtpUrl, senderOf(smtpUrl, publicUrl), smtpTls);
  const { send } = watchedMailer(smtp ?? sandbox?.mailbox ?? nowhere, onMail);
  const underWay = new Set<Promise<void>>();
  return {
    send: (mail) => {
      // A turn later: the answer that a mail belongs to is on its way by then, and takes no longer for it.
      const sending = setImmediate(mail)
        .then(send)
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    handedOver: async () => {
      await Promise.allSettled(underWay);
    },
    close: async () => {
      await Promise.race([Promise.allSettled(underWay), setTimeout(CLOSE_MS, undefined, UNREF)]);
      smtp?.close();
    },
  };
};
