import { tenantOf } from '../../../kernel/values/tenant.js';
import * as t from 'io-ts';
import { together, type RecordChanges } from '../../writer/changes.js';
import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import { openUseCase, type OpenUseCase } from '../../../kernel/use-case/use-case.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { Clock } from '../../../ports/clock.js';
import { Entropy } from '../../../ports/entropy.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { CUSTOMER } from '../../../model/collection/session/collection-entry.js';
import { LinkEnded, LinkNotFound } from '../../../model/collection/session/collection-errors.js';
import {
  SESSION_LIFE,
  type CollectionSession,
} from '../../../model/collection/session/collection-session.js';
import { expireLinkInTime, lastSessionOf } from './end-link.js';
import { ranOutUntried } from './used-up.js';
import { PaymentLinkId } from '../../../model/collection/session/page-ids.js';
import { browserKeyFor, pageOf, tokenOf, type Page } from '../page/page-token.js';
import { stepLink } from '../../../model/collection/session/payment-link-machine.js';
import { nextSessionId, type PaymentLink } from '../../../model/collection/session/payment-link.js';
import { changeLink, expireInTime, newSession } from '../charge/step-changes.js';

/** The link is over. The customer had its token, and so may learn which bank it belongs to. */
type EndedLink = LinkEnded & Pick<PaymentLink, 'bankTenantId'>;

type OpenPaymentLinkError = LinkNotFound | EndedLink;

const OpenPaymentLinkInput = record('OpenPaymentLinkInput', {
  linkId: PaymentLinkId,
  token: t.string,
});
type OpenPaymentLinkInput = t.TypeOf<typeof OpenPaymentLinkInput>;

/** The session that a link is paid in, and the token of its page. */
export interface OpenedPaymentLink {
  readonly sessionId: string;
  readonly token: string;
}

/**
 * Returns the session in which a link is paid: the open one, even if several tabs have it open, or a new one. A link
 * has no more than one at a time, so it is paid once.
 */
export type OpenPaymentLink = OpenUseCase<
  OpenPaymentLinkInput,
  OpenPaymentLinkError,
  OpenedPaymentLink
>;
export const OpenPaymentLink = token<OpenPaymentLink>('OpenPaymentLink');

export const makeOpenPaymentLink = recipe(
  OpenPaymentLink,
  { Storage, Clock, Entropy, Sealer: GuardedSealer },
  ({ storage, clock, entropy, sealer }) =>
    openUseCase(OpenPaymentLinkInput, async ({ linkId, token: presented }) => {
      type Opened = E.Either<EndedLink, CollectionSession> | 'moved';
      for (;;) {
        const known = await storage.read(({ collections }) => collections.anyLink(linkId));
        if (known === undefined) return E.left(LinkNotFound());
        const { sealedToken } = known;
        const isRight = await browserKeyFor({ id: linkId, sealedToken }, presented, sealer);
        if (isRight === undefined) return E.left(LinkNotFound());

        const page = await pageOf(nextSessionId(known), entropy, sealer);
        const opened = await storage.atomically<OpenPaymentLinkError, Opened>(async (stores) => {
          const found = await stores.collections.anyLink(linkId);
          if (found === undefined) return E.left(LinkNotFound());
          // Another tab has started a session meanwhile: the next one has another id.
          if (found.sessionId !== known.sessionId) return E.right('moved');
          const now = clock.now();
          const { next: link, changes } = await expireLinkInTime(stores, found, now);
          const [answer, written] =
            link.status === 'open'
              ? sessionFor(link, await lastSessionOf(stores, link), page, now)
              : [E.left(endedLink(link, link.status)), changes];
          await writeRecords(stores, written);
          // That something expired is kept, so it is no refusal here.
          return E.right(answer);
        });
        if (E.isLeft(opened)) return opened;
        if (opened.right === 'moved') continue;
        if (E.isLeft(opened.right)) return opened.right;
        const { sessionId, sealedToken: sealed } = opened.right.right;
        const token = await tokenOf({ id: sessionId, sealedToken: sealed }, sealer);
        return E.right({ sessionId, token });
      }
    }),
);

const endedLink = ({ bankTenantId }: PaymentLink, status: LinkEnded['status']): EndedLink => ({
  bankTenantId,
  ...LinkEnded(status),
});

/** The session that an open link is paid in, or why it has none, and what is written for it. */
const sessionFor = (
  link: PaymentLink,
  last: CollectionSession | undefined,
  page: Page,
  at: EpochMs,
): readonly [E.Either<EndedLink, CollectionSession>, RecordChanges] => {
  const { next: current, changes: ended = {} } = last === undefined ? {} : expireInTime(last, at);
  if (current?.status === 'open') return [E.right(current), {}];
  const replaces = current !== undefined && ranOutUntried(current);
  const started = stepLink(link, { type: 'start', sessionId: page.id, replaces, at });
  if (E.isLeft(started)) return [E.left(endedLink(link, 'used_up')), ended];
  const session = sessionOf(link, page, at);
  const changed = changeLink(link, started.right, CUSTOMER);
  // The link first: where another tab has started the session of this id, this unit is stale and runs again.
  return [E.right(session), together([ended, changed, newSession(session, CUSTOMER)])];
};

const sessionOf = (
  link: PaymentLink,
  { id, sealedToken }: Page,
  now: EpochMs,
): CollectionSession => ({
  sessionId: id,
  ...tenantOf(link),
  amount: link.amount,
  reference: link.reference,
  status: 'open',
  attempts: [],
  sequence: 1,
  createdAt: now,
  // A link lives 24 hours, and nothing that it starts lives longer.
  expiresAt: Math.min(now + SESSION_LIFE, link.expiresAt),
  changedAt: now,
  sealedToken,
  linkId: link.linkId,
  ...(link.description !== undefined && { description: link.description }),
});
