import type { IncomingMessage } from 'node:http';
import type { Texts } from '../texts/english.js';

/** A mail as a sandbox shows it beside the login. */
export interface ShownMail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** The mailbox of an address, where this request may read it: in a sandbox alone. */
export type Mailbox = (
  email: string,
  request: IncomingMessage,
) => Promise<ReadonlyArray<ShownMail> | undefined>;

const SHOWN = 3;

/** The newest mails of a person, for a sandbox. */
export const MailboxPart = ({
  email,
  mails,
  texts: { mailbox },
}: {
  readonly email: string;
  readonly mails: ReadonlyArray<ShownMail>;
  readonly texts: Texts;
}) => (
  <section class="part">
    <h2>{mailbox.title}</h2>
    <p class="quiet">{mailbox.text(email)}</p>
    {mails.length === 0 ? (
      <p>{mailbox.empty}</p>
    ) : (
      mails.slice(0, SHOWN).map(({ id, subject, text }) => (
        <div class="mail" key={id}>
          <h3>
            <bdi>{subject}</bdi>
          </h3>
          <pre>{text}</pre>
        </div>
      ))
    )}
  </section>
);
