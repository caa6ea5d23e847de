import type { Command, Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import { LinkEnded, LinkMailedOut, LinkWithoutEmail, TooManyMails } from './collection-errors.js';
import {
  LINK_MAIL_PAUSE,
  LINK_MAILS_MAX,
  LINK_SESSIONS_MAX,
  type PaymentLink,
} from './payment-link.js';

/** The commands on a link, beside {@link mailAgain}. */
export type LinkCommand = Command &
  (
    | { readonly type: 'cancel' }
    /** A customer opens it, and it starts this session; `replaces` says that the last one ran out untried. */
    | { readonly type: 'start'; readonly sessionId: string; readonly replaces: boolean }
    /** Its session was paid. */
    | { readonly type: 'pay' }
    /** Time passes. */
    | { readonly type: 'expire' }
  );

/**
 * open --start (time left)--> open; refused after as many sessions as it may start
 * open --mailAgain (time left)--> open; refused without an address, within 30 s, and after the tenth
 * open --pay--> paid, by a session that ended no later than the link
 * open --cancel--> cancelled
 * open --anything but pay, at or after expiresAt--> expired
 * paid, cancelled, expired: nothing leads on
 */
export const stepLink: Machine<PaymentLink, LinkCommand, LinkEnded> = (link, command) => {
  const { at } = command;
  if (link.status !== 'open') return E.left(LinkEnded(link.status));
  if (command.type === 'pay') return E.right(ended(link, 'paid', at));
  if (at >= link.expiresAt) return E.right(ended(link, 'expired', at));
  switch (command.type) {
    case 'expire':
      return E.right(link);
    case 'cancel':
      return E.right(ended(link, 'cancelled', at));
    case 'start': {
      const { sessionId, replaces } = command;
      const sessions = link.sessions + (replaces ? 0 : 1);
      return sessions > LINK_SESSIONS_MAX
        ? E.left(LinkEnded('used_up'))
        : E.right(changed({ ...link, sessionId, sessions }, at));
    }
  }
};

/** An open link is mailed once more. See {@link stepLink}. */
export const mailAgain: Machine<
  PaymentLink,
  Command,
  LinkEnded | LinkWithoutEmail | LinkMailedOut | TooManyMails
> = (link, { at }) => {
  if (link.status !== 'open') return E.left(LinkEnded(link.status));
  if (at >= link.expiresAt) return E.right(ended(link, 'expired', at));
  const { email, mails, mailedAt = -Infinity } = link;
  if (email === undefined) return E.left(LinkWithoutEmail());
  if (mails >= LINK_MAILS_MAX) return E.left(LinkMailedOut(LINK_MAILS_MAX));
  const free = mailedAt + LINK_MAIL_PAUSE;
  return at < free
    ? E.left(TooManyMails(Math.ceil((free - at) / SECOND)))
    : E.right(changed({ ...link, mails: mails + 1, mailedAt: at }, at));
};

const changed = (link: PaymentLink, at: EpochMs): PaymentLink => ({
  ...link,
  sequence: link.sequence + 1,
  changedAt: Math.max(at, link.changedAt),
});

const ended = (
  link: PaymentLink,
  status: Exclude<PaymentLink['status'], 'open'>,
  at: EpochMs,
): PaymentLink => {
  const next = changed({ ...link, status }, at);
  return { ...next, endedAt: next.changedAt };
};
