import type { ForEach } from '../change/asking.js';
import { cameByKeys } from '../rights/key-makers.js';
import { E } from '../../kernel/fp.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { PackageCode, TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { effectiveConfiguration } from '../../model/package/effective-configuration.js';
import { reached } from '../../model/payout/move.js';
import {
  awaitsApproval,
  byTransactionId,
  type Payout,
  type PayoutStatus,
} from '../../model/payout/payout.js';
import { transactionObject } from '../../model/payout/payout-view.js';
import type { TransactionObject } from '../../model/payout/transaction-object.js';
import type { Stores } from '../../storage/storage.js';
import { StillInDoubt } from '../../model/settlement/order/doubt-errors.js';
import { timetableOf, type Timetable } from '../../model/settlement/order/window.js';
import type { BankTenant } from '../../model/tenancy/corporate.js';
import { approverReach, type Approver } from './approver.js';
import { decider, type Decision, type DecisionError } from './decider.js';

/** The result of a decision for one payout. */
export interface DecisionResult {
  readonly transactionId: TransactionId;
  /** The payout's `transactionReference`; absent where the person's roles do not reach the payout. */
  readonly reference?: string;
  /** In which state the payout is now; absent where the person's roles do not reach it. */
  readonly status?: PayoutStatus;
  readonly result: E.Either<DecisionError, TransactionObject>;
}

/** A checker's decision on named payouts, or on all of a job. */
export interface GivenDecision extends Decision {
  readonly actor: Approver;
  /** Whether several payouts are decided on at once. */
  readonly isBulk: boolean;
  readonly now: EpochMs;
  /** What the journal says beside what each payout's step set. */
  readonly changes?: JsonObject;
}

/** The payouts that a decision names, as they are stored now, and how it is written for each. */
interface DecidedOn {
  readonly each: ForEach;
  readonly ids: ReadonlyArray<TransactionId>;
  readonly payouts: ReadonlyArray<Payout>;
}

/** What the decision would do to each of these payouts as they are stored now; writes nothing. */
export const decidingOn = async (
  stores: Stores,
  tenant: Tenant,
  { actor, isBulk, now, ...decision }: Omit<GivenDecision, 'changes'>,
  payouts: ReadonlyArray<Payout>,
): Promise<ReturnType<typeof decider>> => {
  const bank = await stores.tenancy.bank(tenant);
  if (bank === undefined) throw new Error('a payout of no bank');
  const closed = isBulk ? await withoutBulk(stores, tenant, payouts) : new Set<PackageCode>();
  const orders = payouts.filter(isWaiting).map(({ order }) => order);
  const cameByKeyOf = await cameByKeys(stores, tenant, orders);
  const timetable = await timetableWhereNeeded(stores, tenant, bank);
  return decider(decision, { actor, zone: bank.timeZone, now, closed, cameByKeyOf, timetable });
};

/** Reads accounts only where the bank has calendars. */
const timetableWhereNeeded = async (
  { tenancy }: Stores,
  tenant: Tenant,
  bank: BankTenant,
): Promise<Timetable | undefined> => {
  if (bank.calendars === undefined) return undefined;
  const accounts = await tenancy.debitAccounts(tenant);
  return timetableOf(bank, new Map(accounts.map((one) => [one.debitAccountId, one])));
};

/**
 * Decides on payouts as they are stored now, and writes what comes of it; each is answered for itself, in the order
 * of `ids`.
 */
export const takeDecision = async (
  stores: Stores,
  tenant: Tenant,
  { actor, isBulk, now, changes, ...decision }: GivenDecision,
  { each, ids, payouts }: DecidedOn,
): Promise<ReadonlyArray<DecisionResult>> => {
  const decideOn = await decidingOn(stores, tenant, { actor, isBulk, now, ...decision }, payouts);
  const reaches = approverReach(actor);
  const seen = (payout: Payout | undefined) =>
    payout?.intake === 'accepted' && reaches(payout)
      ? { reference: payout.order.reference, status: payout.progress.status }
      : {};
  const byId = byTransactionId(payouts);
  const judged = ids.map((id) => decideOn(byId.get(id)));
  const decided = judged.flatMap((one) => (E.isRight(one) ? [one.right] : []));
  const written = {
    by: { actor: actor.user.userId, ...(changes !== undefined && { changes }) },
    at: now,
    moves: decided,
    work: decided.flatMap(({ work }) => (work === undefined ? [] : [work])),
  };
  const doubted = new Set(
    (await each.write(stores, tenant, written)).map((one) => one.transactionId),
  );
  return judged.map((judgement, i): DecisionResult => {
    const transactionId = ids[i] as TransactionId;
    const result = doubted.has(transactionId) ? E.left(StillInDoubt()) : judgement;
    if (E.isLeft(result)) return { transactionId, ...seen(byId.get(transactionId)), result };
    const after = { ...result.right.payout, progress: reached(result.right) };
    return { transactionId, ...seen(after), result: E.right(transactionObject(after)) };
  });
};

/** Whether a payout awaits the decision of a checker. */
export const isWaiting = (payout: Payout): boolean =>
  payout.intake === 'accepted' && awaitsApproval(payout.progress.status);

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
