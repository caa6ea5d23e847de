import { tenantOf } from '../../../kernel/values/tenant.js';
import { E } from '../../../kernel/fp.js';
import { openUseCase, type OpenUseCase } from '../../../kernel/use-case/use-case.js';
import { readDestination } from '../../../kernel/values/destination.js';
import type { BankTenantId } from '../../../kernel/values/ids.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { DeclineCode } from '../../../ports/card-acquirer.js';
import { Clock } from '../../../ports/clock.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { browsedSession, Browser } from '../charge/browsing.js';
import type { ShownCard } from '../../../model/collection/card/card.js';
import { CollectionNotFound } from '../../../model/collection/session/collection-errors.js';
import {
  ATTEMPTS_MAX,
  inFlight,
  paidBy,
  type CollectionSession,
  type CollectionStatus,
} from '../../../model/collection/session/collection-session.js';
import { declineText } from '../../../model/collection/session/declines.js';

/** The view of a session for its customer. */
export interface CollectionPage {
  readonly sessionId: string;
  readonly bankTenantId: BankTenantId;
  readonly status: CollectionStatus;
  readonly merchantName: string;
  readonly statementDescriptor: string;
  /** Paise. */
  readonly amount: number;
  readonly reference: string;
  readonly description?: string;
  readonly expiresAt: EpochMs;
  /** The engine's time, which a browser's may be far from. */
  readonly now: EpochMs;
  /** The attempt that the next form is for; undefined when none may be made now. */
  readonly nextAttempt?: number;
  readonly attemptsLeft: number;
  /** A card is being charged, and what becomes of it is not known yet. */
  readonly inProgress: boolean;
  /** A card was charged too late: the money goes back, or has gone back. */
  readonly goesBack: boolean;
  /** Why the last card was declined; `message` says it to the customer in English. */
  readonly lastDecline?: { readonly code: DeclineCode; readonly message: string };
  readonly paid?: ShownCard & { readonly authCode: string };
  /** The host of the merchant's page to go back to, if there is one. */
  readonly returnHost?: string;
}

/** Shows a session to a browser that was let in (§4.13). */
export type ViewCollection = OpenUseCase<Browser, CollectionNotFound, CollectionPage>;
export const ViewCollection = token<ViewCollection>('ViewCollection');

export const makeViewCollection = recipe(
  ViewCollection,
  { Storage, Clock, Sealer: GuardedSealer },
  ({ storage, clock, sealer }) =>
    openUseCase(Browser, async (browser) => {
      const session = await browsedSession(storage, clock, sealer, browser);
      if (session === undefined) return E.left(CollectionNotFound());
      const corporate = await storage.read(({ tenancy }) => tenancy.corporate(tenantOf(session)));
      if (corporate === undefined) throw new Error('a session of no corporate');
      const { name, checkout } = corporate;
      const { statementDescriptor } = checkout;
      return E.right({
        merchantName: name,
        statementDescriptor,
        now: clock.now(),
        ...pageOf(session),
      });
    }),
);

const hostOf = (
  status: CollectionStatus,
  { successUrl, cancelUrl }: NonNullable<CollectionSession['returns']>,
): string => readDestination(status === 'complete' ? successUrl : cancelUrl)?.host ?? '';

const pageOf = (
  session: CollectionSession,
): Omit<CollectionPage, 'merchantName' | 'statementDescriptor' | 'now'> => {
  const { sessionId, bankTenantId, status, amount, reference, expiresAt } = session;
  const { description, attempts, returns } = session;
  const inProgress = inFlight(session) !== undefined;
  const paid = paidBy(session);
  const last = attempts.at(-1);
  const declineCode = last?.state === 'declined' ? last.declineCode : undefined;
  const isNext = status === 'open' && !inProgress && attempts.length < ATTEMPTS_MAX;
  return {
    sessionId,
    bankTenantId,
    status,
    amount,
    reference,
    expiresAt,
    ...(description !== undefined && { description }),
    ...(isNext && { nextAttempt: attempts.length + 1 }),
    attemptsLeft: status === 'open' ? ATTEMPTS_MAX - attempts.length : 0,
    inProgress,
    goesBack: attempts.some(({ state }) => state === 'reversing' || state === 'reversed'),
    ...(declineCode !== undefined && {
      lastDecline: { code: declineCode, message: declineText(declineCode, status === 'open') },
    }),
    ...(paid !== undefined && { paid: { ...paid.card, authCode: paid.authCode ?? '' } }),
    ...(returns !== undefined && { returnHost: hostOf(status, returns) }),
  };
};
