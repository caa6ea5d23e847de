import type { EpochMs } from '../kernel/values/time.js';
import { TransactionId } from '../kernel/values/ids.js';
import { byTenant } from '../kernel/values/tenant.js';
import {
  awaitsOperators,
  reviewsOf,
  type Review,
  type ReviewState,
} from '../settlement/send/send-review.js';
import type { Storage } from '../storage/storage.js';
import { operatorPayout, type OperatorPayout } from './operator-payout.js';
import { payoutsOf } from './payouts-of.js';

/** Where the review of a payout that the guard held stands. */
export interface HeldReview {
  /** `held`: no operator has decided yet; else what the first one asks for. */
  readonly state: Extract<ReviewState, 'held' | 'release_asked' | 'refusal_asked'>;
  /** Of the guard. */
  readonly code: string;
  readonly reason: string;
  /** The operator who has decided, as the journal names them. */
  readonly askedBy?: string;
  /** Since when it is in this state; epoch ms. */
  readonly since: EpochMs;
}

/** A payout that the guard holds. */
export interface HeldPayout extends HeldReview {
  readonly payout: OperatorPayout;
}

const HELD_LOOK_MAX = 10_000;

/**
 * Lists payouts of all corporates that the guard holds, the one that is looked at next first. Looks at the 10,000 payouts
 * that are to be sent first and no further.
 */
export const listHeldPayouts = (
  storage: Storage,
  { limit }: { readonly limit: number },
): Promise<ReadonlyArray<HeldPayout>> =>
  storage.read(async (stores) => {
    const work = await stores.work.earliest('send-to-bank', HELD_LOOK_MAX);
    const reviews = new Map<string, Review>();
    for (const [tenant, own] of byTenant(work)) {
      const ids = own.flatMap(({ subject }) => (TransactionId.is(subject) ? [subject] : []));
      for (const [id, review] of await reviewsOf(stores, tenant, ids))
        if (awaitsOperators(review)) reviews.set(id, review);
    }
    const held = work.filter(({ subject }) => reviews.has(subject)).slice(0, limit);
    const payouts = await payoutsOf(stores, held);
    return held.flatMap(({ subject }) => {
      const [payout, review] = [payouts.get(subject), reviews.get(subject)];
      if (payout === undefined || review === undefined) return [];
      return [{ payout: operatorPayout(payout), ...heldReview(review) }];
    });
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A review that waits for operators, as they see it. */
const heldReview = ({ state, last }: Review): HeldReview => ({
  state: state as HeldReview['state'],
  code: textOf(last.changes['code']),
  reason: textOf(last.changes['reason']),
  ...(state !== 'held' && { askedBy: last.actor }),
  since: last.at,
});
