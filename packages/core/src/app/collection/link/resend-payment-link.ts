import { writeRecords } from '../../writer/write-changes.js';
import { Causes } from '../../duty/causes.js';
import { E } from '../../../kernel/fp.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { Clock } from '../../../ports/clock.js';
import { HostedPages } from '../../../ports/hosted-pages.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import {
  LinkEnded,
  type LinkMailedOut,
  type LinkWithoutEmail,
  type TooManyMails,
} from '../../../model/collection/session/collection-errors.js';
import { countLinkMail } from './link-mail-limits.js';
import { mailLink } from './link-mail.js';
import { LinkInput } from './link-input.js';
import { onOpenLink, type NotOnLink } from './on-open-link.js';
import { linkView, type PaymentLinkView } from '../../../model/collection/session/link-view.js';
import { linkAddress } from '../page/page-token.js';
import { withUse } from './used-up.js';
import { mailAgain } from '../../../model/collection/session/payment-link-machine.js';
import { changeLink } from '../charge/step-changes.js';
import { GuardedMailer } from '../../duty/guarded-mailer.js';

type ResendPaymentLinkError = NotOnLink | LinkWithoutEmail | LinkMailedOut | TooManyMails;

/** Mails an open link to its address once more, unless it is used up. */
export type ResendPaymentLink = UseCase<LinkInput, ResendPaymentLinkError, PaymentLinkView>;
export const ResendPaymentLink = token<ResendPaymentLink>('ResendPaymentLink');

export const makeResendPaymentLink = recipe(
  ResendPaymentLink,
  { Storage, Clock, Sealer: GuardedSealer, Pages: HostedPages, Mailer: GuardedMailer, Causes },
  ({ storage, clock, sealer, pages, mailer, causes }) =>
    useCase(LinkInput, async (tenant, input) => {
      const written = new Set<unknown>();
      const resent = await onOpenLink(
        { storage, clock },
        tenant,
        input,
        async (stores, link, at) => {
          if ((await withUse(stores, link, at)).usedUp) return E.left(LinkEnded('used_up'));
          const mailed = mailAgain(link, { at });
          if (E.isLeft(mailed)) return mailed;
          if (mailed.right.email !== undefined) {
            const room = await countLinkMail(stores, tenant, mailed.right.email, at);
            if (E.isLeft(room)) return room;
          }
          const corporate = await stores.tenancy.corporate(tenant);
          await writeRecords(stores, changeLink(link, mailed.right, input.actorUserId));
          const answer = E.right({ link: mailed.right, merchant: corporate?.name ?? '' });
          written.add(answer);
          return answer;
        },
      );
      if (E.isLeft(resent)) return resent;
      const { link, merchant } = resent.right;
      const url = await linkAddress(link, pages, sealer);
      // A replayed answer is a new object, so it is not mailed: the mail went out with the first one.
      if (written.has(resent)) mailLink({ mailer, causes }, link, merchant, url);
      return E.right(linkView(link, url));
    }),
);
