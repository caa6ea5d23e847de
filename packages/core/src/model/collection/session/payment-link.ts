import * as t from 'io-ts';
import { sha256 } from '../../../kernel/secrets/digest.js';
import { BankTenantId, CorporateTenantId, UserId } from '../../../kernel/values/ids.js';
import { MailLanguage } from '../../../kernel/values/mail-language.js';
import { Paise } from '../../../kernel/values/money.js';
import { KeptEmail } from '../../../kernel/values/text.js';
import { DAY, SECOND, type EpochMs } from '../../../kernel/values/time.js';
import { CheckoutReference, SESSION_LIFE } from './collection-session.js';
import { record } from '../../../kernel/codecs/record.js';

/** How long a payment link lives (§8). */
export const LINK_LIFE = DAY;

/**
 * Sessions that one link starts: a customer may come back, a tester of stolen cards may not for ever. One that
 * ran out with no card tried does not count: mail scanners and link previews open links too, and pay none.
 */
export const LINK_SESSIONS_MAX = 20;

/** Mails of one link, and the pause between two. */
export const LINK_MAILS_MAX = 10;
export const LINK_MAIL_PAUSE = 30 * SECOND;

/** The status of a payment link (decisions §10). */
export const LinkStatus = t.keyof(
  { open: null, paid: null, cancelled: null, expired: null },
  'PaymentLinkStatus',
);
export type LinkStatus = t.TypeOf<typeof LinkStatus>;

/**
 * The id of the session that a link starts next. It follows from the link and its last session: a link that a restored
 * database opens again charges under the references of before, so a customer who has paid is charged nothing.
 */
export const nextSessionId = ({
  linkId,
  sessionId = '',
}: Pick<PaymentLink, 'linkId' | 'sessionId'>): string =>
  `cs_${sha256(`session of ${linkId} after ${sessionId}`).slice(0, 32)}`;

/**
 * The ids of all sessions after its last one that a link may have started elsewhere until a moment. That many may count;
 * each of the others ran out untried, and so took its time. One with no charge says nothing of the next: it may have been
 * opened by a mail scanner.
 */
export const laterSessionIds = (
  link: Pick<PaymentLink, 'linkId' | 'sessionId' | 'createdAt' | 'expiresAt' | 'sessions'>,
  until: EpochMs,
): ReadonlyArray<string> => {
  const lived = Math.max(Math.min(until, link.expiresAt) - link.createdAt, 0);
  const count = LINK_SESSIONS_MAX - link.sessions + Math.floor(lived / SESSION_LIFE);
  const ids: string[] = [];
  let sessionId = nextSessionId(link);
  while (ids.length < count) {
    ids.push(sessionId);
    sessionId = nextSessionId({ ...link, sessionId });
  }
  return ids;
};

/** Asks a customer for one payment; made by a person (§4.13). Times in epoch ms. */
export const PaymentLink = record(
  'PaymentLink',
  {
    linkId: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    amount: Paise,
    reference: CheckoutReference,
    status: LinkStatus,
    createdBy: UserId,
    /** 1, 2, 3 …: one for each change. */
    sequence: t.number,
    createdAt: t.number,
    expiresAt: t.number,
    changedAt: t.number,
    /** Sessions that it has started, but for those that ran out with no card tried. */
    sessions: t.number,
    /** Mails that were sent of it. */
    mails: t.number,
    sealedToken: t.string,
  },
  {
    description: t.string,
    email: KeptEmail,
    /** Of the mails to the address. */
    language: MailLanguage,
    mailedAt: t.number,
    /** The session that it started last. */
    sessionId: t.string,
    endedAt: t.number,
  },
);
export type PaymentLink = t.TypeOf<typeof PaymentLink>;
