import type { EpochMs } from '../../kernel/values/time.js';
import { TransactionId } from '../../kernel/values/ids.js';
import { byTenant } from '../../kernel/values/tenant.js';
import {
  awaitsOperators,
  reviewsOf,
  type Review,
  type ReviewState,
} from '../settlement/send/send-review.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Work } from '../../storage/work-store.js';
import { requireKnown } from './known-filters.js';
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

const WORKS_A_LOOK = 1_000;

/**
 * Lists payouts of all corporates that the guard holds, the one that is looked at next first, at most `limit`.
 *
 * @throws TypeError for a filter that there is not.
 */
export const listHeldPayouts = async (
  storage: Storage,
  filters: { readonly limit: number },
): Promise<ReadonlyArray<HeldPayout>> => {
  requireKnown('listHeldPayouts', filters, ['limit']);
  const { limit } = filters;
  // By subject: a work that is put off between two looks comes again.
  const held = new Map<string, HeldPayout>();
  let last: Work | undefined;
  do {
    const { work, found } = await storage.read((stores) => heldAfter(stores, last));
    for (const one of found) held.set(one.payout.transactionId, one);
    last = work.length < WORKS_A_LOOK ? undefined : work.at(-1);
  } while (last !== undefined && held.size < limit);
  return [...held.values()].slice(0, limit);
};

/** The next works that are to be sent, and the held payouts among them. */
const heldAfter = async (stores: Stores, last: Work | undefined) => {
  const work = await stores.work.earliest('send-to-bank', WORKS_A_LOOK, last);
  const reviews = new Map<string, Review>();
  for (const [tenant, own] of byTenant(work)) {
    const ids = own.flatMap(({ subject }) => (TransactionId.is(subject) ? [subject] : []));
    for (const [id, review] of await reviewsOf(stores, tenant, ids))
      if (awaitsOperators(review)) reviews.set(id, review);
  }
  const payouts = await payoutsOf(
    stores,
    work.filter(({ subject }) => reviews.has(subject)),
  );
  const found = work.flatMap(({ subject }): ReadonlyArray<HeldPayout> => {
    const [payout, review] = [payouts.get(subject), reviews.get(subject)];
    if (payout === undefined || review === undefined) return [];
    return [{ payout: operatorPayout(payout), ...heldReview(review) }];
  });
  return { work, found };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A review that waits for operators, as they see it. */
const heldReview = ({ state, last }: Review): HeldReview => ({
  state: state as HeldReview['state'],
  code: textOf(last.changes['code']),
  reason: textOf(last.changes['reason']),
  ...(state !== 'held' && { askedBy: last.actor }),
  since: last.at,
});
