import { token } from '../kernel/token.js';

/** One message to one person. */
export interface Mail {
  /** One address, as the directory has it: ASCII, on one line. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** The same for readers of HTML: a whole document, which loads nothing. */
  readonly html?: string;
}

/** Hands mail over for delivery. Called after the change that the mail reports is committed, never inside a unit of work. */
export interface Mailer {
  /**
   * Resolves once the mail is handed over; a rejection does not say that it was not. What it does at once is done
   * before a login is answered: let a turn of the thread pass first, or the time of an answer says who gets mail.
   */
  readonly send: (mail: Mail) => Promise<void>;
}
export const Mailer = token<Mailer>('Mailer');
