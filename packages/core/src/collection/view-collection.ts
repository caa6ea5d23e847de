import { E } from '../fp.js';
import type { EpochMs } from '../kernel/time.js';
import type { Clock } from '../ports/clock.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { browsedSession, type Browser } from './browsing.js';
import type { ShownCard } from './card.js';
import { CollectionNotFound } from './collection-errors.js';
import {
  ATTEMPTS_MAX,
  inFlight,
  paidBy,
  tenantOf,
  type CollectionSession,
  type CollectionStatus,
} from './collection-session.js';
import { DECLINES } from './declines.js';

/** What a customer sees of a session. */
export interface CollectionPage {
  readonly sessionId: string;
  readonly status: CollectionStatus;
  readonly merchantName: string;
  readonly statementDescriptor: string;
  /** Paise. */
  readonly amount: number;
  readonly reference: string;
  readonly description?: string;
  readonly expiresAt: EpochMs;
  /** The attempt that the next form is for; undefined when none may be made now. */
  readonly nextAttempt?: number;
  readonly attemptsLeft: number;
  /** A card is being charged, and what becomes of it is not known yet. */
  readonly inProgress: boolean;
  /** Why the last card was declined, in words for the customer. */
  readonly lastDecline?: string;
  readonly paid?: ShownCard & { readonly authCode: string };
  /** Whether there is a merchant's page to go back to. */
  readonly returns: boolean;
}

/** Shows a session to a browser that was let in. */
export type ViewCollection = (
  browser: Browser,
) => Promise<E.Either<CollectionNotFound, CollectionPage>>;
export const ViewCollection = token<ViewCollection>('ViewCollection');

export const makeViewCollection =
  (storage: Storage, clock: Clock, sealer: Sealer): ViewCollection =>
  async (browser) => {
    const session = await browsedSession(storage, clock, sealer, browser);
    if (session === undefined) return E.left(CollectionNotFound());
    const corporate = await storage.read(({ tenancy }) => tenancy.corporate(tenantOf(session)));
    if (corporate === undefined) throw new Error('a session of no corporate');
    const { name, checkout } = corporate;
    return E.right(pageOf(session, name, checkout.statementDescriptor));
  };

const pageOf = (
  session: CollectionSession,
  merchantName: string,
  statementDescriptor: string,
): CollectionPage => {
  const { sessionId, status, amount, reference, description, expiresAt, attempts } = session;
  const inProgress = inFlight(session) !== undefined;
  const paid = paidBy(session);
  const last = attempts.at(-1);
  const isNext = status === 'open' && !inProgress && attempts.length < ATTEMPTS_MAX;
  return {
    ...{ sessionId, status, merchantName, statementDescriptor, amount, reference, expiresAt },
    ...(description !== undefined && { description }),
    ...(isNext && { nextAttempt: attempts.length + 1 }),
    attemptsLeft: status === 'open' ? ATTEMPTS_MAX - attempts.length : 0,
    inProgress,
    ...(last?.declineCode !== undefined && { lastDecline: DECLINES[last.declineCode] }),
    ...(paid !== undefined && { paid: { ...paid.card, authCode: paid.authCode ?? '' } }),
    returns: session.returns !== undefined,
  };
};
