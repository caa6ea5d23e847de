import { writeRecordsAcross } from '../../writer/write-changes.js';
import { about, subjectsOfWork } from '../../duty/about.js';
import { claimNarrowing } from '../../duty/claim-narrowing.js';
import { DutyParts } from '../../duty/duty-parts.js';
import { retryTogether } from '../../duty/retry-for-ever.js';
import { LEASE_MS, type Duty } from '../../duty/duty.js';
import type { Work } from '../../../storage/work-store.js';
import type { JobId, TransactionId } from '../../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import { byTransactionId } from '../../../model/payout/payout.js';
import { BankRail, type QueryAnswer } from '../../../ports/bank-rail.js';
import { declaredBy } from '../../../ports/declared-traits.js';
import { commit } from '../../../storage/commit.js';
import { Pacer } from '../../../ports/pacer.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { commitAnswers } from '../../bank-answer/answers.js';
import type { AnsweredOrder } from '../../bank-answer/decide-answers.js';
import { queryBank } from '../../bank-answer/ask-bank.js';
import { UNKNOWN } from '../../../model/settlement/order/bank-answer.js';
import { bankQuestionOf } from '../../../model/settlement/order/bank-order.js';
import { traceOf, tracesOf } from '../../bank-answer/trace-of.js';
import { rowsOf } from './gather-groups.js';
import { Unrecorded } from '../../duty/unrecorded.js';
import { groupRefsOf } from '../../bank-answer/sent-in-group.js';
import { inboxAnswers } from '../../bank-answer/inbox-answers.js';

/**
 * The duty that asks the bank about orders whose outcome is not known: lost answers, time-outs, workers
 * that died. It never moves money; it only finds out (decisions §8).
 */
export type QueryUnknowns = Duty;
export const QueryUnknowns = token<QueryUnknowns>('QueryUnknowns');

type Asking = Omit<AnsweredOrder, 'answer'>;

export const makeQueryUnknowns = recipe(
  QueryUnknowns,
  { Parts: DutyParts, Rail: BankRail, Pacer, Unrecorded },
  ({ parts, rail, pacer, unrecorded }): QueryUnknowns => {
    const { storage, clock, claims, causes } = parts;
    const { ordersACall, ordersAGroup } = declaredBy(rail);
    return {
      name: 'query-unknowns',
      lanes: 1,
      chunk: ordersACall,
      run: async () => {
        const recorded = await unrecorded.record();
        const { claimed, asking, traces } = await claimUnknowns(parts, ordersACall, ordersAGroup);
        if (asking.length === 0) return claimed + recorded;
        const held = asking.map(({ work }) => work);
        const subjects = subjectsOfWork(held);
        const ask = async (): Promise<void> => {
          // The bank's answer is valid for the moment of the query, however late it comes.
          const askedAt = clock.now();
          const answers = rail.traits.canQuery
            ? await queryBank(
                rail,
                asking.map(({ payout, groupRef }) =>
                  bankQuestionOf(payout.order, traceOf(traces, payout), groupRef),
                ),
                { pacer, report: (error) => causes.report('query-unknowns', error, subjects) },
              )
            : await answersKept(storage, asking);
          const answered = asking.map((one, i) => ({ answer: answers[i] ?? UNKNOWN, ...one }));
          await commitAnswers(answered, { storage, clock, rail, askedAt, unrecorded });
        };
        await about(subjects, () => claims.under(held, 'query-unknowns', ask));
        return claimed + recorded;
      },
    };
  },
);

/** Where the bank cannot be asked: what it said before anybody here knew of the order. */
const answersKept = (
  storage: Storage,
  asking: ReadonlyArray<Asking>,
): Promise<ReadonlyArray<QueryAnswer>> =>
  storage.read(async (stores) => {
    const orders = asking.map(({ payout }) => payout.order);
    const known = await inboxAnswers(stores, orders);
    return orders.map(({ transactionId }) => known.get(transactionId) ?? UNKNOWN);
  });

const claimUnknowns = (parts: DutyParts, limitMax: number, groupMax: number | undefined) => {
  const duty = 'query-unknowns';
  return claimNarrowing(parts, {
    duty,
    limit: limitMax,
    claim: (limit, seen) => claimSome(parts, { limit, groupMax, seen }),
    putOff: retryTogether(parts.storage, parts.clock, duty, 'outcome_unknown'),
  });
};

interface ClaimSome {
  readonly limit: number;
  readonly groupMax: number | undefined;
  /** Takes what is claimed. */
  readonly seen: Work[];
}

const claimSome = ({ storage, clock, claims }: DutyParts, { limit, groupMax, seen }: ClaimSome) =>
  commit(storage, async (stores) => {
    const now = clock.now();
    const claim = {
      duty: 'query-unknowns',
      now,
      leaseMs: LEASE_MS,
      limit,
      lapsesTo: 'query-unknowns',
    } as const;
    const work = await claims.claim(stores.work, claim);
    seen.push(...work);
    return about(subjectsOfWork(work), async () => {
      let claimed = work.length;
      const asking: Asking[] = [];
      const over: Work[] = [];
      for (const [tenant, own] of byTenant(work)) {
        const heads = await askable(stores, tenant, own, over);
        if (groupMax === undefined) {
          asking.push(...heads);
          continue;
        }
        const grouped = await inGroups(stores, tenant, heads);
        asking.push(...grouped);
        const jobs = jobsOf(grouped);
        const room = groupMax + work.length - claimed;
        if (jobs.length === 0 || room <= 0) continue;
        // The bank is asked about whole groups: they are sent again whole.
        const more = { dueBy: now, ...claim, limit: room };
        const rest = await stores.work.claimOf(tenant, jobs.map(rowsOf), more);
        claimed += rest.length;
        seen.push(...rest);
        asking.push(...(await inGroups(stores, tenant, await askable(stores, tenant, rest, over))));
      }
      await writeRecordsAcross(stores, { handled: { over } });
      return { claimed, asking, traces: await tracesOf(stores, asking) };
    });
  });

/**
 * What the bank is asked about.
 *
 * @param over takes the other work.
 */
const askable = async (
  stores: Stores,
  tenant: Tenant,
  work: ReadonlyArray<Work>,
  over: Work[],
): Promise<ReadonlyArray<Asking>> => {
  const asking: Asking[] = [];
  const ids = work.map(({ subject }) => subject as TransactionId);
  const payouts = byTransactionId(await stores.payouts.findMany(tenant, ids));
  for (const item of work) {
    const payout = payouts.get(item.subject as TransactionId);
    // The bank may have reported by itself in the meantime.
    if (payout?.intake === 'accepted' && payout.progress.status === 'sent_to_bank') {
      asking.push({ payout, work: item });
    } else over.push(item);
  }
  return asking;
};

const inGroups = async (
  stores: Stores,
  tenant: Tenant,
  asking: ReadonlyArray<Asking>,
): Promise<ReadonlyArray<Asking>> => {
  const ids = asking.map(({ payout }) => payout.order.transactionId);
  const refs = await groupRefsOf(stores, tenant, ids);
  return asking.map((one) => ({ groupRef: refs.get(one.payout.order.transactionId), ...one }));
};

/** The jobs of orders that were sent in groups. */
const jobsOf = (asking: ReadonlyArray<Asking>): ReadonlyArray<JobId> => [
  ...new Set(
    asking.flatMap(({ groupRef, payout: { order } }) =>
      groupRef === undefined || order.jobId === undefined ? [] : [order.jobId],
    ),
  ),
];
