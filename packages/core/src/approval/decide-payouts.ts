import type * as t from 'io-ts';
import type { ActorNotFound } from '../access/access-errors.js';
import { E } from '../kernel/fp.js';
import { TransactionId, UserId } from '../kernel/values/ids.js';
import { InvalidInput, type Issue } from '../kernel/codecs/decode.js';
import { list } from '../kernel/codecs/list.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { Comment } from '../kernel/values/text.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage } from '../storage/storage.js';
import { NOTHING_RESOLVED } from '../restore/doubt.js';
import type { DetectRestore } from '../restore/detect-restore.js';
import type { ResolveDoubts } from '../restore/resolve-doubts.js';
import { token } from '../kernel/token.js';
import type { NotAnApprover } from './approval-errors.js';
import { decideDoubted } from './decide-doubted.js';
import { readForDecision } from './read-for-decision.js';
import { DecisionAction } from './decider.js';
import { approverOf, takeDecision, type DecisionResult } from './take-decision.js';
import { record } from '../kernel/codecs/record.js';

const PAYOUTS_MAX = 1_000;

const TransactionIds = list(
  TransactionId,
  { min: 1, max: PAYOUTS_MAX },
  `1 to ${String(PAYOUTS_MAX)} ids`,
);

/** A decision on 1 to 1,000 payouts (decisions §7). */
export const DecidePayoutsInput = record(
  'DecidePayoutsInput',
  {
    actorUserId: UserId,
    action: DecisionAction,
    transactionIds: TransactionIds,
  },
  { comment: Comment },
);
export type DecidePayoutsInput = t.TypeOf<typeof DecidePayoutsInput>;

export type DecidePayoutsError = InvalidInput | ActorNotFound | NotAnApprover;

/**
 * Lets a checker approve or reject payouts; each is answered for itself, all are committed together. A list that
 * names one twice is refused: the checker meant another. In a restored database the bank is asked before one is
 * rejected that it may have executed.
 */
export type DecidePayouts = (
  tenant: Tenant,
  input: DecidePayoutsInput,
) => Promise<E.Either<DecidePayoutsError, ReadonlyArray<DecisionResult>>>;
export const DecidePayouts = token<DecidePayouts>('DecidePayouts');

export const makeDecidePayouts = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  detectRestore: DetectRestore,
  resolveDoubts: ResolveDoubts,
): DecidePayouts => {
  const decideLater = decideDoubted(storage, clock, resolveDoubts);
  return async (tenant, { actorUserId, transactionIds: ids, ...decision }) => {
    const again = namedAgain(ids);
    if (again.length > 0) return E.left(InvalidInput(again));
    const isBulk = ids.length > 1;
    await detectRestore();
    let tries = 0;
    const decided = await storage.atomically<DecidePayoutsError, ReadonlyArray<DecisionResult>>(
      async (stores) => {
        tries += 1;
        const actor = await approverOf(stores, tenant, actorUserId);
        if (E.isLeft(actor)) return actor;
        const given = {
          ...decision,
          actor: actor.right,
          isBulk,
          now: clock.now(),
          resolved: NOTHING_RESOLVED,
        };
        const payouts = await readForDecision(stores, tenant, tries, () =>
          stores.payouts.findMany(tenant, ids),
        );
        return E.right(await takeDecision(stores, tenant, given, ids, payouts));
      },
    );
    pacer.wake();
    return E.isLeft(decided)
      ? decided
      : E.right(await decideLater(tenant, { ...decision, actorUserId, isBulk }, decided.right));
  };
};

const namedAgain = (ids: ReadonlyArray<TransactionId>): ReadonlyArray<Issue> => {
  const named = new Set<TransactionId>();
  return ids.flatMap((id, i) => {
    if (named.has(id)) {
      return [
        {
          pointer: `/transactionIds/${String(i)}`,
          code: 'invalid',
          detail: 'expected each id only once',
        },
      ];
    }
    named.add(id);
    return [];
  });
};
