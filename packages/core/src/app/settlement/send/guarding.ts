import { writeCertain, writeRecordsAcross } from '../../writer/write-changes.js';
import { Causes } from '../../duty/causes.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { optional, recipe, token } from '../../../kernel/token.js';
import { groupBy } from '../../../kernel/flow/group.js';
import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';
import type { AcceptedPayout, PayoutOrder } from '../../../model/payout/payout.js';
import { Clock } from '../../../ports/clock.js';
import { inTime, SOON } from '../../../ports/in-time.js';
import { Pacer } from '../../../ports/pacer.js';
import { SendGuard, type GuardQuestion, type GuardVerdict } from '../../../ports/send-guard.js';
import { ownList } from '../../bank-answer/ask-bank.js';
import { isBeforeLine } from '../../doubt/doubt.js';
import { commit } from '../../../storage/commit.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type { NewWork } from '../../../storage/work-store.js';
import { bankOrderOf, type PayerToday } from '../../../model/settlement/order/bank-order.js';
import { MISWORDED, readVerdicts } from './guard-verdict.js';
import {
  GUARD_AWAY,
  HELD_BY_BANK,
  reasonOf,
  refusals,
  reviewEntry,
  reviewsOf,
  type ReviewState,
} from './send-review.js';

/** A payout that the guard is asked about. */
export interface ToScreen {
  readonly payout: AcceptedPayout;
  readonly payer: PayerToday;
  /** Whether it leaves with others of its job: then all of them are due again at once. */
  readonly isGrouped: boolean;
}

/** The host's guard before sending, as the duty that sends asks it. */
export interface Guarding {
  /** Whether the host gives a guard. */
  readonly isOn: boolean;
  /** Asks about payouts and stores what the guard says, with no unit of work open meanwhile. */
  readonly screen: (payouts: ReadonlyArray<ToScreen>) => Promise<void>;
}
export const Guarding = token<Guarding>('Guarding');

const QUESTIONS_A_CALL = 100;

/**
 * How long so many payouts that the guard is being asked about are not due again by themselves: until each of its calls has
 * ended. A job of one debit would otherwise leave in parts.
 */
export const screenedWithin = (count: number): number =>
  Math.max(2 * MINUTE, Math.ceil(count / QUESTIONS_A_CALL) * 2 * SOON);

const GUARD = 'send-guard';

interface Screened extends Pick<ToScreen, 'payout' | 'isGrouped'> {
  readonly verdict: GuardVerdict | undefined;
}

export const makeGuarding = recipe(
  Guarding,
  { Storage, Clock, Pacer, Causes, Guard: optional(SendGuard) },
  ({ storage, clock, pacer, causes, guard }) => {
    // An outage is one incident for each corporate that waits, however often the guard is asked meanwhile.
    const knownAway = new Set<string>();
    const report = (error: unknown): void => void causes.report('send-to-bank', error);

    const ask = async (questions: ReadonlyArray<GuardQuestion>, { screen }: SendGuard) => {
      try {
        const calling = { pacer, report, withinMs: SOON };
        const answers = await inTime('send guard', () => screen(ownList(questions)), calling);
        const verdicts = readVerdicts(questions, answers);
        if (verdicts.includes(undefined) || verdicts.includes(MISWORDED))
          report(new Error('the send guard answered something that its port does not allow'));
        return verdicts;
      } catch (error) {
        report(error);
        return questions.map(() => undefined);
      }
    };

    return {
      isOn: guard !== undefined,
      screen: async (all) => {
        if (guard === undefined) return;
        let isAway = false;
        const together: PayoutOrder[] = [];
        for (let from = 0; from < all.length; from += QUESTIONS_A_CALL) {
          const asked = all.slice(from, from + QUESTIONS_A_CALL);
          // A guard that is away is not waited for again in one run.
          const verdicts: ReadonlyArray<GuardVerdict | undefined> = isAway
            ? []
            : await ask(await questionsOf(storage, asked, clock.now()), guard);
          const screened = asked.map((one, i) => ({ ...one, verdict: verdicts[i] }));
          together.push(
            ...(await commit(storage, (stores) =>
              takeVerdicts(stores, screened, knownAway, clock.now()),
            )),
          );
          for (const { payout, verdict } of screened) {
            const { corporateTenantId } = payout.order.tenant;
            if (verdict === undefined) knownAway.add(corporateTenantId);
            else knownAway.delete(corporateTenantId);
          }
          isAway = verdicts.every((verdict) => verdict === undefined);
        }
        if (together.length > 0)
          await commit(storage, (stores) =>
            writeRecordsAcross(stores, { wakes: sendsOf(together, clock.now()) }),
          );
      },
    };
  },
);

const questionsOf = (
  storage: Storage,
  asked: ReadonlyArray<ToScreen>,
  now: EpochMs,
): Promise<ReadonlyArray<GuardQuestion>> =>
  storage.read(async ({ journal }) => {
    const histories = new Map<string, ReadonlyArray<JournalEntry>>();
    for (const [tenant, orders] of byTenant(asked.map(({ payout }) => payout.order))) {
      const ids = orders.map(({ transactionId }) => transactionId);
      const entries = (await journal.ofMany(tenant, ids)).map(({ entry }) => entry);
      for (const [id, own] of groupBy(entries, ({ subjectId }) => subjectId))
        histories.set(id, own);
    }
    return asked.map(({ payout, payer }) => {
      const { order, progress } = payout;
      const sent = { ...payout, progress: { ...progress, sentToBankAt: now } };
      return {
        order: bankOrderOf(sent, payer),
        beneficiaryId: order.beneficiaryId,
        createdBy: order.createdBy.userId,
        createdAt: order.createdAt,
        history: (histories.get(order.transactionId) ?? []).map(({ from, to, at, actor }) => ({
          ...(from !== undefined && { from }),
          to,
          at,
          actor,
        })),
      };
    });
  });

/** Stores what the guard says, and answers which payouts then wait for the others of their job. */
const takeVerdicts = async (
  stores: Stores,
  all: ReadonlyArray<Screened>,
  knownAway: ReadonlySet<string>,
  at: EpochMs,
): Promise<ReadonlyArray<PayoutOrder>> => {
  const line = await stores.doubts.line();
  const screened = new Map(all.map((one) => [one.payout.order.transactionId, one]));
  const isGrouped = ({ transactionId }: PayoutOrder): boolean =>
    screened.get(transactionId)?.isGrouped === true;
  const together: PayoutOrder[] = [];
  for (const [tenant, orders] of byTenant(all.map(({ payout }) => payout.order))) {
    const ids = orders.map(({ transactionId }) => transactionId);
    await stores.work.hold(tenant, ids);
    const known = await reviewsOf(stores, tenant, ids);
    const current = await stores.payouts.findMany(tenant, ids);
    const packages = new Map(
      (await stores.tenancy.packages(tenant)).map((one) => [one.packageCode, one]),
    );
    const open = current.filter(
      (payout): payout is AcceptedPayout =>
        payout.intake === 'accepted' &&
        (payout.progress.status === 'approved' || payout.progress.status === 'scheduled') &&
        !known.has(payout.order.transactionId),
    );
    const judged = open.map((payout) => {
      const { order } = payout;
      const verdict = screened.get(order.transactionId)?.verdict;
      const policy = packages.get(order.packageCode)?.overrides.whenGuardIsAway ?? 'wait';
      return { payout, verdict, to: stateOf(verdict, policy, isBeforeLine(order, line)) };
    });
    const entries = judged.flatMap(({ payout, verdict, to }) => {
      if (to === undefined) return [];
      const changes = verdict === undefined ? {} : { code: verdict.code, reason: verdict.reason };
      return [reviewEntry(payout, undefined, { to, at, actor: GUARD, changes })];
    });
    const those = (...states: ReadonlyArray<ReviewState | undefined>) =>
      judged.flatMap(({ payout, to }) => (states.includes(to) ? [payout] : []));
    const going = those('go', 'unanswered').map(({ order }) => order);
    together.push(...going.filter(isGrouped));
    const alone = going.filter((order) => !isGrouped(order));
    const silent = judged.find(({ verdict }) => verdict === undefined);
    const isNews = silent !== undefined && !knownAway.has(tenant.corporateTenantId);
    await writeCertain(stores, {
      by: { actor: GUARD },
      at,
      wakes: sendsOf(alone, at),
      moves: refusals(those('refused'), at),
      explained: [
        ...those('held').map((payout) => reasonOf(payout, HELD_BY_BANK)),
        ...those(undefined).map((payout) => reasonOf(payout, GUARD_AWAY)),
      ],
      entries,
      incidents: isNews ? [awayIncident(tenant, silent.payout, at)] : [],
    });
  }
  return together;
};

const sendsOf = (orders: ReadonlyArray<PayoutOrder>, runAt: EpochMs): ReadonlyArray<NewWork> =>
  orders.map(({ transactionId: subject, tenant }) => ({
    duty: 'send-to-bank',
    subject,
    tenant,
    runAt,
  }));

/** Undefined: it waits for an answer. A payout that the bank may have from before a restore is not ended. */
const stateOf = (
  verdict: GuardVerdict | undefined,
  policy: 'wait' | 'go',
  isDoubtful: boolean,
): ReviewState | undefined => {
  if (verdict === undefined) return policy === 'go' ? 'unanswered' : undefined;
  if (verdict.kind === 'go') return 'go';
  return verdict.kind === 'hold' || isDoubtful ? 'held' : 'refused';
};

const awayIncident = (tenant: Tenant, { order }: AcceptedPayout, at: EpochMs): Incident => ({
  tenant,
  kind: 'guard_away',
  subjectId: order.transactionId,
  at,
  detail: 'the send guard does not answer, or answers what its port does not allow',
});
