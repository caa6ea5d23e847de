import type { ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Payout } from '../../model/payout/payout.js';
import type { Clock } from '../../ports/clock.js';
import { forEach, type Asking, type ForEach } from '../change/asking.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { NotAnApprover } from './approval-errors.js';
import type { Decision } from './decider.js';
import { onceMore, type FactorGate, type UseGateError } from './factor-gate.js';
import { approverOf, type Approver } from './approver.js';
import { isWaiting, takeDecision, type DecisionResult } from './take-decision.js';

/** A checker's decision, and whether it was on several payouts. */
interface Given extends Decision {
  readonly actorUserId: UserId;
  readonly isBulk: boolean;
  /** What the corporate asks for beside it. */
  readonly gate: FactorGate;
}

export type DecideAskingError = ActorNotFound | NotAnApprover | UseGateError;

/** The payouts that a decision is about. */
interface Subjects<L = never> {
  /** Why this checker may not decide with the rights that they have now. */
  readonly refuses?: (actor: Approver) => L | undefined;
  readonly read: (stores: Stores) => Promise<ReadonlyArray<Payout>>;
  /** Those of what was read that this checker decides on, in the order of the answers. */
  readonly idsFor: (actor: Approver, read: ReadonlyArray<Payout>) => ReadonlyArray<TransactionId>;
}

/** A decision that was taken: by whom, on what as it was before, and how it went for each payout. */
export interface TakenDecision {
  readonly actor: Approver;
  readonly read: ReadonlyArray<Payout>;
  readonly results: ReadonlyArray<DecisionResult>;
}

/** Payouts that the decision names, in that order. */
export const named = (tenant: Tenant, ids: ReadonlyArray<TransactionId>): Subjects => ({
  read: ({ payouts }) => payouts.findMany(tenant, ids),
  idsFor: () => ids,
});

/**
 * Takes a checker's decision in one commit. Unlike what ends payouts all or none (`ending`), it holds for
 * each payout by itself. So where it would end payouts that the bank may have executed, the bank is asked, and the
 * checker's decision is taken once more on these alone; what is in doubt even so stays undecided.
 */
export const decideAsking = (storage: Storage, clock: Clock, asking: Asking) => {
  const decide = <L>(
    tenant: Tenant,
    { actorUserId, gate, ...decision }: Given,
    { refuses, read, idsFor }: Subjects<L>,
    each: ForEach,
  ) => {
    let tries = 0;
    return storage.atomically<DecideAskingError | L, TakenDecision>(async (stores) => {
      tries += 1;
      const now = clock.now();
      const found = await approverOf(stores, tenant, actorUserId, now);
      if (E.isLeft(found)) return found;
      const actor = found.right;
      const refused = refuses?.(actor);
      if (refused !== undefined) return E.left(refused);
      const payouts = await readForDecision(stores, tenant, tries, read);
      const ids = idsFor(actor, payouts);
      const chosen = new Set(ids);
      const passed = await gate.pass(stores, now);
      if (E.isLeft(passed)) return passed;
      const given = { actor, now, ...gate.says, ...decision };
      const results = await takeDecision(stores, tenant, given, {
        each,
        ids,
        payouts: payouts.filter(
          ({ order }) => chosen.has(order.transactionId) && gate.covers(order.transactionId),
        ),
      });
      if (countsForAny(results)) await gate.keep(stores, now);
      return E.right({ actor, read: payouts, results });
    });
  };

  return async <L = never>(tenant: Tenant, given: Given, subjects: Subjects<L>) => {
    const each = forEach(asking);
    const first = await decide(tenant, given, subjects, each);
    if (E.isLeft(first)) return first;
    const { results } = first.right;
    const ids = results.filter(isInDoubt).map(({ transactionId }) => transactionId);
    if (ids.length === 0) return first;
    await each.ask(ids.map((transactionId) => ({ tenant, transactionId })));
    const again = { ...given, gate: onceMore(given.gate, countsForAny(results)) };
    const second = await decide(tenant, again, named(tenant, ids), each);
    // The role was taken away meanwhile: they stay as they are.
    if (E.isLeft(second)) return first;
    const later = new Map(second.right.results.map((one) => [one.transactionId, one]));
    return E.right({
      ...first.right,
      results: results.map((one) => later.get(one.transactionId) ?? one),
    });
  };
};

/**
 * Reads payouts for a decision. A concurrent move of one of them undoes the decision, which is tried again: from then on
 * those that await approval are held first, so that a maker who cancels one payout after the other cannot keep a decision
 * on thousands from ever taking place.
 *
 * @param tries of the unit of work, this one included
 */
const readForDecision = async (
  stores: Stores,
  tenant: Tenant,
  tries: number,
  read: Subjects['read'],
): Promise<ReadonlyArray<Payout>> => {
  const found = await read(stores);
  if (tries === 1) return found;
  const waiting = found.filter(isWaiting).map(({ order }) => order.transactionId);
  await stores.payouts.hold(tenant, waiting);
  return read(stores);
};

/** Whether a decision counts for any payout. */
export const countsForAny = (results: ReadonlyArray<DecisionResult>): boolean =>
  results.some(({ result }) => E.isRight(result));

const isInDoubt = ({ result }: DecisionResult): boolean =>
  E.isLeft(result) && result.left._tag === 'StillInDoubt';
