import { E } from '../kernel/fp.js';
import type { TransactionId, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import type { ResolveDoubts } from '../restore/resolve-doubts.js';
import { readForDecision } from './read-for-decision.js';
import { approverOf, takeDecision, type DecisionResult } from './take-decision.js';
import type { Decision } from './decider.js';

/** A checker's decision, and whether it was on several payouts. */
interface Given extends Decision {
  readonly actorUserId: UserId;
  readonly isBulk: boolean;
}

const doubtedOf = (results: ReadonlyArray<DecisionResult>): ReadonlyArray<TransactionId> =>
  results.flatMap(({ transactionId, result }) =>
    E.isLeft(result) && result.left._tag === 'StillInDoubt' ? [transactionId] : [],
  );

/**
 * Has the bank asked about what the decision would have ended in a restored database, and decides on those
 * payouts once more. What the bank has not answered stays undecided.
 */
export const decideDoubted =
  (storage: Storage, clock: Clock, resolveDoubts: ResolveDoubts) =>
  async (
    tenant: Tenant,
    { actorUserId, ...decision }: Given,
    results: ReadonlyArray<DecisionResult>,
  ): Promise<ReadonlyArray<DecisionResult>> => {
    const doubted = doubtedOf(results);
    if (doubted.length === 0) return results;
    const resolved = await resolveDoubts(tenant, doubted);
    let tries = 0;
    const again = await storage.atomically(async (stores) => {
      tries += 1;
      const actor = await approverOf(stores, tenant, actorUserId);
      if (E.isLeft(actor)) return actor;
      const payouts = await readForDecision(stores, tenant, tries, () =>
        stores.payouts.findMany(tenant, doubted),
      );
      const given = { ...decision, actor: actor.right, now: clock.now(), resolved };
      return E.right(await takeDecision(stores, tenant, given, doubted, payouts));
    });
    // The role was taken away meanwhile: they stay as they are.
    if (E.isLeft(again)) return results;
    const later = new Map(again.right.map((one) => [one.transactionId, one]));
    return results.map((one) => later.get(one.transactionId) ?? one);
  };
