import type { RecordChanges } from '../writer/changes.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage, Stores } from '../../storage/storage.js';
import { heldBy, type PayoutBrowser } from './browser.js';
import {
  PayoutCheckoutClosed,
  type NotThisBrowser,
  type PayoutCheckoutNotFound,
} from '../../model/payout-checkout/session/checkout-errors.js';
import { stepCheckout } from '../../model/payout-checkout/session/checkout-machine.js';
import type {
  ClosedStatus,
  OpenSession,
} from '../../model/payout-checkout/session/payout-checkout.js';
import { takeStep } from './checkout-changes.js';

/** Why a browser can do nothing with a session. */
export type NotHeld = PayoutCheckoutNotFound | NotThisBrowser | PayoutCheckoutClosed;

/** An open session in the hands of the browser that asks, and how often its last code was tried. */
export interface HeldSession {
  readonly session: OpenSession;
  readonly tries: number;
}

/** What a browser is answered, and what is written before. */
export interface Decided<A> {
  readonly answer: A;
  readonly changes?: RecordChanges;
}

/**
 * Runs a unit of work on the open session that a browser holds, and writes what it decides. A session whose time is over
 * is expired instead, and that is committed before the browser gets its answer.
 */
export const whileHeld = async <L, A>(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  browser: PayoutBrowser,
  work: (stores: Stores, held: HeldSession, now: EpochMs) => Promise<E.Either<L, Decided<A>>>,
): Promise<E.Either<L | NotHeld, A>> => {
  const result = await storage.atomically<L | NotHeld, E.Either<ClosedStatus, A>>(
    async (stores) => {
      const found = heldBy(await stores.payoutCheckouts.hold(browser.sessionId), browser);
      if (E.isLeft(found)) return found;
      const { session, tries } = found.right;
      const now = clock.now();
      const looked = stepCheckout(session, { type: 'look', at: now });
      if (E.isLeft(looked)) return looked;
      if (looked.right.status === 'open') {
        const decided = await work(stores, { session: looked.right, tries }, now);
        if (E.isLeft(decided)) return decided;
        const { answer, changes } = decided.right;
        if (changes !== undefined) await writeRecords(stores, changes);
        return E.right(E.right(answer));
      }
      await writeRecords(stores, takeStep(session, looked.right));
      return E.right(E.left(looked.right.status));
    },
  );
  if (E.isLeft(result)) return result;
  return E.isLeft(result.right) ? E.left(PayoutCheckoutClosed(result.right.left)) : result.right;
};
