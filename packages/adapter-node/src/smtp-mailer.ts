import type { Mailer } from '@hundi/core';
import type { Transporter } from 'nodemailer';

const SECOND = 1_000;

/** A person waits for a code that is valid for minutes, so a server that does not answer is given up on soon. */
const PATIENCE = {
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 20 * SECOND,
};

/** A mailer that is closed when the service ends. */
export interface SmtpMailer extends Mailer {
  readonly close: () => void;
}

/**
 * Sends mail through an SMTP server.
 *
 * @param url `smtp://` or `smtps://`, with user and password where the server asks for them
 * @param from whom mails are from
 * @param tls no mail goes to a server that offers no TLS, or whose certificate is not good for its name
 */
export const smtpMailer = (url: string, from: string, tls?: 'required'): SmtpMailer => {
  const requireTLS = tls === 'required';
  // nodemailer is loaded with the first mail: a process that sends none starts without it.
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, requireTLS, ...PATIENCE });
  };
  return {
    send: async ({ to, ...content }) => {
      // As an object the address is one address with any content: as text it would be read as a list.
      const opened = await (transport ??= open());
      await opened.sendMail({ from, to: { name: '', address: to }, ...content });
    },
    close: () => {
      // A transport that never opened has nothing to close; the mail that asked for it has reported the cause.
      void transport?.then(
        (opened) => {
          opened.close();
        },
        () => undefined,
      );
    },
  };
};
