import { ActorNotFound } from '../access/access-errors.js';
import { may } from '../access/actor.js';
import { cameByKeyOf } from '../access/key-makers.js';
import { E } from '../fp.js';
import type { PackageCode, TransactionId, UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { effectiveConfiguration } from '../package/effective-configuration.js';
import { freedLimits } from '../payout/freed-limits.js';
import { payoutEntries } from '../payout/payout-entry.js';
import {
  awaitsApproval,
  type AcceptedPayout,
  type Payout,
  type PayoutProgress,
  type PayoutStatus,
} from '../payout/payout.js';
import { transactionObject } from '../payout/payout-view.js';
import type { TransactionObject } from '../payout/transaction-object.js';
import type { Stores } from '../ports/storage.js';
import { StillInDoubt } from '../settlement/doubt-errors.js';
import { inDoubt, type Settled } from '../settlement/doubt.js';
import type { Actor } from '../tenancy/user.js';
import { NotAnApprover } from './approval-errors.js';
import {
  approverReach,
  verdicts,
  type Decided,
  type Decision,
  type DecisionError,
} from './verdict.js';

/** What became of one payout of the decision. */
export interface DecisionResult {
  readonly transactionId: TransactionId;
  /** In which state the payout is now; absent where the person's roles do not reach it. */
  readonly status?: PayoutStatus;
  readonly result: E.Either<DecisionError, TransactionObject>;
}

/** Somebody's word on payouts that they name, or on all of a job. */
export interface GivenDecision extends Decision {
  readonly actor: Actor;
  /** Whether several payouts are decided on at once. */
  readonly isBulk: boolean;
  readonly now: EpochMs;
  /** What is known of payouts that a restored database may have forgotten to have sent. */
  readonly settled: Settled;
}

/** The person, if they may approve payouts at this moment. */
export const approverOf = async (
  { tenancy }: Stores,
  tenant: Tenant,
  userId: UserId,
): Promise<E.Either<ActorNotFound | NotAnApprover, Actor>> => {
  const [actor] = await tenancy.actors(tenant, [userId]);
  if (actor === undefined) return E.left(ActorNotFound(userId));
  return may(actor, 'transaction.approve') ? E.right(actor) : E.left(NotAnApprover());
};

/** Decides on payouts as they are stored now, and writes what comes of it; each is answered for itself, in the order of `ids`. */
export const takeDecision = async (
  stores: Stores,
  tenant: Tenant,
  { actor, isBulk, now, settled, ...decision }: GivenDecision,
  ids: ReadonlyArray<TransactionId>,
  payouts: ReadonlyArray<Payout>,
): Promise<ReadonlyArray<DecisionResult>> => {
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const closed = isBulk ? await withoutBulk(stores, tenant, payouts) : new Set<PackageCode>();
  const orders = payouts.filter(isWaiting).map(({ order }) => order);
  const byOwnKey = await cameByKeyOf(stores, tenant, actor.user.userId, orders);
  const verdictOn = verdicts(decision, { actor, zone: bank.timeZone, now, closed, byOwnKey });
  const reaches = approverReach(actor);
  const seen = (payout: Payout | undefined) =>
    payout?.intake === 'accepted' && reaches(payout) ? { status: payout.progress.status } : {};
  const byId = new Map(payouts.map((payout) => [payout.order.transactionId, payout]));
  const judged = ids.map((id) => verdictOn(byId.get(id)));
  const ending = judged.flatMap((verdict) =>
    E.isRight(verdict) && isRejected(verdict.right) ? [verdict.right.payout.order] : [],
  );
  const doubted = new Set(
    (await inDoubt(stores, ending, settled)).map(({ transactionId }) => transactionId),
  );
  const decided: Decided[] = [];
  const results = judged.map((judgement, i): DecisionResult => {
    const transactionId = ids[i] as TransactionId;
    const verdict = doubted.has(transactionId) ? E.left(StillInDoubt()) : judgement;
    if (E.isLeft(verdict))
      return { transactionId, ...seen(byId.get(transactionId)), result: verdict };
    decided.push(verdict.right);
    const { status } = last(verdict.right);
    return { transactionId, status, result: E.right(transactionObject(after(verdict.right))) };
  });
  await write(stores, tenant, decided, actor.user.userId);
  return results;
};

const isWaiting = (payout: Payout): boolean =>
  payout.intake === 'accepted' && awaitsApproval(payout.progress.status);

const isRejected = (decided: Decided): boolean => last(decided).status === 'rejected';

const last = ({ payout, steps }: Decided): PayoutProgress => steps.at(-1)?.next ?? payout.progress;

const after = (decided: Decided): AcceptedPayout => ({
  intake: 'accepted',
  order: decided.payout.order,
  terms: decided.payout.terms,
  progress: last(decided),
});

/** The packages of these payouts that do not let several of theirs be decided on at once. */
const withoutBulk = async (
  { tenancy }: Stores,
  tenant: Tenant,
  payouts: ReadonlyArray<Payout>,
): Promise<ReadonlySet<PackageCode>> => {
  const codes = [...new Set(payouts.map(({ order }) => order.packageCode))];
  const packages = await tenancy.packages(tenant, codes);
  const open = new Set(
    packages
      .filter((one) => effectiveConfiguration(one).bulkApprovalEnabled)
      .map(({ packageCode }) => packageCode),
  );
  return new Set(codes.filter((code) => !open.has(code)));
};

const byId = ({ payout: { order: a } }: Decided, { payout: { order: b } }: Decided): number =>
  a.transactionId < b.transactionId ? -1 : 1;

const write = async (
  stores: Stores,
  tenant: Tenant,
  decided: ReadonlyArray<Decided>,
  actor: UserId,
): Promise<void> => {
  // Whoever else writes several of them takes them in the same order, and none waits for another in a ring.
  const ordered = [...decided].sort(byId);
  await stores.payouts.advance(
    tenant,
    ordered.map((one) => ({
      transactionId: one.payout.order.transactionId,
      follows: one.payout.progress.sequence,
      next: last(one),
    })),
  );
  await stores.journal.append(
    ordered.flatMap(({ payout, steps }) =>
      payoutEntries(payout.order, payout.progress, steps, actor),
    ),
  );
  await stores.work.add(ordered.flatMap(({ work }) => (work === undefined ? [] : [work])));
  const dead = ordered.filter(isRejected).map(({ payout }) => payout);
  await stores.payouts.useLimits(tenant, freedLimits(dead));
};
