/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands mail over for delivery. */
export interface Mailer {
  /** Resolves once the mail is handed over; a rejection does not say that it was not. */
  readonly send: (mail: Mail) => Promise<void>;
}
