import type { ActorNotFound } from '../../access/access-errors.js';
import type { Causes } from '../../duty/causes.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Clock } from '../../ports/clock.js';
import type { Mailer } from '../../ports/email.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import {
  LinkEnded,
  LinkNotFound,
  type LinkWithoutEmail,
  type NotALinkMaker,
  type TooManyMails,
} from '../session/collection-errors.js';
import { expireLinkInTime } from './end-link.js';
import { countLinkMail } from './link-mail-limits.js';
import { mailLink } from './link-mail.js';
import { LinkInput } from './link-input.js';
import { linkPerson } from './link-person.js';
import { linkView, type PaymentLinkView } from '../session/link-view.js';
import { linkAddress } from '../session/page-token.js';
import { mailAgain } from '../session/payment-link-machine.js';
import type { PaymentLink } from '../session/payment-link.js';
import { recordLink } from '../charge/record-step.js';

export type ResendPaymentLinkError =
  ActorNotFound | NotALinkMaker | LinkNotFound | LinkEnded | LinkWithoutEmail | TooManyMails;

/** Mails an open link to its address once more. */
export type ResendPaymentLink = UseCase<LinkInput, ResendPaymentLinkError, PaymentLinkView>;
export const ResendPaymentLink = token<ResendPaymentLink>('ResendPaymentLink');

interface Resent {
  readonly link: PaymentLink;
  readonly merchant: string;
}

export const makeResendPaymentLink = (
  storage: Storage,
  clock: Clock,
  sealer: GuardedSealer,
  pages: HostedPages,
  mailer: Mailer,
  causes: Causes,
): ResendPaymentLink =>
  useCase(LinkInput, async (tenant, { actorUserId, linkId }) => {
    const written = new Set<unknown>();
    const resent = await storage.atomically<ResendPaymentLinkError, E.Either<LinkEnded, Resent>>(
      async (stores) => {
        const allowed = await linkPerson(stores, tenant, actorUserId);
        if (E.isLeft(allowed)) return allowed;
        const found = await stores.collections.link(tenant, linkId);
        if (found === undefined) return E.left(LinkNotFound());
        const now = clock.now();
        const link = await expireLinkInTime(stores, found, now);
        // That it expired is kept, so it is no refusal here.
        if (link.status === 'expired') return E.right(E.left(LinkEnded('expired')));
        const mailed = mailAgain(link, { at: now });
        if (E.isLeft(mailed)) return mailed;
        if (mailed.right.email !== undefined && mailed.right.status === 'open') {
          const room = await countLinkMail(stores, tenant, mailed.right.email, now);
          if (E.isLeft(room)) return room;
        }
        await recordLink(stores, link, mailed.right, actorUserId);
        const corporate = await stores.tenancy.corporate(tenant);
        const answer = E.right({ link: mailed.right, merchant: corporate?.name ?? '' });
        written.add(answer);
        return E.right(answer);
      },
    );
    if (E.isLeft(resent)) return resent;
    if (E.isLeft(resent.right)) return resent.right;
    const { link, merchant } = resent.right.right;
    const url = await linkAddress(link, pages, sealer);
    // A replayed answer is a new object, so it is not mailed: the mail went out with the first one.
    if (written.has(resent.right)) mailLink({ mailer, causes }, link, merchant, url);
    return E.right(linkView(link, url));
  });
