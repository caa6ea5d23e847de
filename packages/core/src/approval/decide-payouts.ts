import * as t from 'io-ts';
import { actorRef, may, reachOf } from '../access/actor.js';
import { ActorNotFound } from '../access/access-errors.js';
import type { NewWork } from '../duty/work-store.js';
import { E } from '../fp.js';
import type { JournalEntry } from '../journal/entry.js';
import { TransactionId, UserId, type PackageCode } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { Comment } from '../kernel/text.js';
import { dayIn } from '../kernel/time.js';
import { effectiveConfiguration } from '../package/effective-configuration.js';
import { freedLimits } from '../payout/freed-limits.js';
import { PayoutNotFound, WrongPayoutStatus } from '../payout/payout-errors.js';
import { payoutEntries } from '../payout/payout-entry.js';
import { step, type PayoutStep } from '../payout/payout-machine.js';
import type { AcceptedPayout, Payout, PayoutProgress } from '../payout/payout.js';
import { transactionObject } from '../payout/payout-view.js';
import type { TransactionObject } from '../payout/transaction-object.js';
import { release } from '../payout/release.js';
import type { StatusDetails } from '../payout/status-details.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../ports/storage.js';
import type { Actor } from '../tenancy/user.js';
import { token } from '../wiring/token.js';
import type { PayoutApproval } from './payout-approval.js';
import { BulkNotAllowed, NotAnApprover, OwnPayout } from './approval-errors.js';
import { countApproval, mayApprove, type Checker, type DecisionRefusal } from './decision.js';

/** A decision on up to 1,000 payouts (decisions §7). */
export const DecidePayoutsInput = t.intersection([
  t.strict({
    actorUserId: UserId,
    action: t.keyof({ approve: null, reject: null }),
    transactionIds: t.array(TransactionId),
  }),
  t.exact(t.partial({ comment: Comment })),
]);
export type DecidePayoutsInput = t.TypeOf<typeof DecidePayoutsInput>;

export type DecisionError = PayoutNotFound | WrongPayoutStatus | BulkNotAllowed | DecisionRefusal;

/** What became of one payout of the decision. */
export interface DecisionResult {
  readonly transactionId: TransactionId;
  readonly result: E.Either<DecisionError, TransactionObject>;
}

/** Lets a checker approve or reject payouts; each is answered for itself, all are committed together. */
export type DecidePayouts = (
  tenant: Tenant,
  input: DecidePayoutsInput,
) => Promise<E.Either<ActorNotFound | NotAnApprover, ReadonlyArray<DecisionResult>>>;
export const DecidePayouts = token<DecidePayouts>('DecidePayouts');

interface Decided {
  readonly payout: AcceptedPayout;
  readonly steps: ReadonlyArray<PayoutStep>;
  readonly work?: NewWork;
}

const REJECTED: StatusDetails = {
  code: 'rejected_by_checker',
  source: 'business',
  message: 'A checker rejected the payout.',
  retryable: false,
  nextAction: 'none',
};

export const makeDecidePayouts =
  (storage: Storage, clock: Clock, pacer: Pacer): DecidePayouts =>
  async (tenant, input) => {
    const decided = await storage.atomically<
      ActorNotFound | NotAnApprover,
      ReadonlyArray<DecisionResult>
    >(async (stores) => {
      const [actor] = await stores.tenancy.actors(tenant, [input.actorUserId]);
      if (actor === undefined) return E.left(ActorNotFound(input.actorUserId));
      if (!may(actor, 'transaction.approve')) return E.left(NotAnApprover());

      const ids = [...new Set(input.transactionIds)];
      const payouts = await stores.payouts.findMany(tenant, ids);
      const byId = new Map(payouts.map((payout) => [payout.order.transactionId, payout]));
      const decide = await decider(stores, tenant, input, actor, clock.now(), payouts);
      const verdicts = ids.map((id) => ({ id, verdict: decide(byId.get(id)) }));
      const passed = verdicts.flatMap(({ verdict }) => (E.isRight(verdict) ? [verdict.right] : []));
      await write(stores, tenant, passed, actor.user.userId);
      return E.right(
        verdicts.map(({ id, verdict }) => ({
          transactionId: id,
          result: E.isLeft(verdict) ? verdict : E.right(transactionObject(after(verdict.right))),
        })),
      );
    });
    pacer.wake();
    return decided;
  };

const last = ({ payout, steps }: Decided): PayoutProgress => steps.at(-1)?.next ?? payout.progress;

const after = (decided: Decided): AcceptedPayout => ({
  ...decided.payout,
  progress: last(decided),
});

const decider = async (
  { tenancy }: Stores,
  tenant: Tenant,
  input: DecidePayoutsInput,
  actor: Actor,
  now: number,
  payouts: ReadonlyArray<Payout>,
) => {
  const bank = await tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const today = dayIn(bank.timeZone, now);
  const codes = [...new Set(payouts.map(({ order }) => order.packageCode))];
  const packages = await tenancy.packages(tenant, codes);
  const bulk = new Map<PackageCode, boolean>(
    packages.map((one) => [one.packageCode, effectiveConfiguration(one).bulkApprovalEnabled]),
  );
  const isBulk = new Set(input.transactionIds).size > 1;
  const reach = reachOf(actor, 'transaction.approve');
  const ref = actorRef(actor, 'transaction.approve');

  const reaches = ({ order, terms }: AcceptedPayout): boolean =>
    reach.packageCodes.has(order.packageCode) && reach.debitAccountIds.has(terms.debitAccountId);

  return (payout: Payout | undefined): E.Either<DecisionError, Decided> => {
    // What a checker's roles do not reach is not there for them.
    if (payout?.intake !== 'accepted' || !reaches(payout)) return E.left(PayoutNotFound());
    const { order, progress } = payout;
    const at = Math.max(now, order.createdAt);
    if (isBulk && bulk.get(order.packageCode) !== true) {
      return E.left(BulkNotAllowed());
    }
    if (progress.approval === undefined || !isWaiting(progress)) {
      return E.left(WrongPayoutStatus(progress.status));
    }
    const checker: Checker = {
      ref,
      userId: actor.user.userId,
      roleCodes: rolesOver(actor, order.packageCode),
    };
    if (input.action === 'reject') return refuse(payout, progress.approval, checker, input, at);
    const level = mayApprove(progress.approval, order.createdBy.userId, checker);
    if (E.isLeft(level)) return level;
    const counted = countApproval(progress.approval, level.right, checker, at, input.comment);
    const approved = step(
      progress,
      counted.complete
        ? { type: 'approve_last', approval: counted.approval, by: ref, at }
        : { type: 'approve', approval: counted.approval, at },
    );
    if (E.isLeft(approved)) return approved;
    if (!counted.complete) return E.right({ payout, steps: [approved.right] });
    const released = release(order, approved.right.next, { zone: bank.timeZone, today, at: now });
    return E.right({ payout, steps: [approved.right, ...released.steps], work: released.work });
  };
};

/** Any checker's no ends it, whatever level is in turn; only the maker has other ways (decisions §7). */
const refuse = (
  payout: AcceptedPayout,
  { comment: _before, ...approval }: PayoutApproval,
  { userId }: Checker,
  { comment }: DecidePayoutsInput,
  at: number,
): E.Either<DecisionError, Decided> => {
  if (userId === payout.order.createdBy.userId) return E.left(OwnPayout());
  const rejected = step(payout.progress, {
    type: 'reject',
    approval: { ...approval, ...(comment !== undefined && { comment }) },
    details: REJECTED,
    at,
  });
  return E.isLeft(rejected) ? rejected : E.right({ payout, steps: [rejected.right] });
};

const isWaiting = ({ status }: PayoutProgress): boolean =>
  status === 'pending_approval' || status === 'partially_approved';

const rolesOver = ({ roles }: Actor, code: PackageCode) =>
  roles
    .filter(
      ({ permissions, packageCodes }) =>
        permissions.includes('transaction.approve') && packageCodes.includes(code),
    )
    .map(({ roleCode }) => roleCode);

const write = async (
  stores: Stores,
  tenant: Tenant,
  decided: ReadonlyArray<Decided>,
  actor: UserId,
): Promise<void> => {
  const entries: JournalEntry[] = decided.flatMap(({ payout, steps }) =>
    payoutEntries(payout.order, payout.progress, steps, actor),
  );
  await stores.payouts.advance(
    tenant,
    decided.map((one) => ({
      transactionId: one.payout.order.transactionId,
      follows: one.payout.progress.sequence,
      next: last(one),
    })),
  );
  await stores.journal.append(entries);
  await stores.work.add(decided.flatMap(({ work }) => (work === undefined ? [] : [work])));
  const dead = decided.filter((one) => last(one).status === 'rejected').map(({ payout }) => payout);
  await stores.payouts.useLimits(tenant, freedLimits(dead));
};
