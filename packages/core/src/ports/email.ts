import { token } from '../kernel/token.js';

/** One message to one person, at a plain address (decisions §2). */
export interface Mail {
  /** One address, as the directory has it: ASCII, on one line. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** The same for readers of HTML: a whole document, which loads nothing. */
  readonly html?: string;
}

/**
 * Hands mail over for delivery. Called after the change that the mail reports is committed, never inside a unit of
 * work (decisions §14).
 */
export interface Mailer {
  /**
   * Resolves once the mail is handed over; a rejection does not say that it was not. Let one turn of the event loop
   * pass before any work: synchronous work delays the answer to a login, and its time would reveal who gets mail.
   * The engine treats a call that has no answer after 10 s as rejected.
   */
  readonly send: (mail: Mail) => Promise<void>;
}
export const Mailer = token<Mailer>('Mailer');
