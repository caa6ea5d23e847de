import { Causes } from '../duty/causes.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Payout } from '../../model/payout/payout.js';
import { BankRail, type QueryAnswer, type RailTraits } from '../../ports/bank-rail.js';
import type { Nonsense } from '../../ports/nonsense.js';
import { Clock } from '../../ports/clock.js';
import { declaredBy } from '../../ports/declared-traits.js';
import { commit } from '../../storage/commit.js';
import { Pacer } from '../../ports/pacer.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import { forgottenFinalFrom } from '../bank-answer/absence.js';
import { isOfItsOrder, UNKNOWN } from '../../model/settlement/order/bank-answer.js';
import { bankQuestionOf } from '../../model/settlement/order/bank-order.js';
import { queryBank } from '../bank-answer/ask-bank.js';
import { mayBeForgotten, NOTHING_RESOLVED, type Doubted, type Resolved } from '../doubt/doubt.js';
import { writeCertain } from '../writer/write-changes.js';
import { followingForgotten, forgotten } from './forgotten-orders.js';
import { restored } from './restored.js';
import { inboxAnswers } from '../bank-answer/inbox-answers.js';

/**
 * Finds out whether the bank has payouts from before a restore: from its reports, else by a query, with no unit of
 * work open. Payouts that intake has accepted follow the bank's answer at once; the result holds the others. The
 * payouts may be those of any corporates.
 */
export type ResolveDoubts = (doubted: ReadonlyArray<Doubted>) => Promise<Resolved>;
export const ResolveDoubts = token<ResolveDoubts>('ResolveDoubts');

interface AnsweredOrder {
  readonly payout: Payout;
  readonly answer: QueryAnswer | Nonsense;
}

export const makeResolveDoubts = recipe(
  ResolveDoubts,
  { Storage, Clock, Rail: BankRail, Pacer, Causes },
  ({ storage, clock, rail, pacer, causes }) => {
    const callMax = declaredBy(rail).ordersACall;

    /** Resolves payouts of one corporate, as many as one call asks the bank about. */
    const resolve = async (tenant: Tenant, doubted: ReadonlyArray<Doubted>): Promise<Resolved> => {
      const ids = doubted.map(({ transactionId }) => transactionId);
      const { line, payouts, known } = await storage.read((stores) =>
        readDoubted(stores, tenant, ids),
      );
      if (line === undefined) return NOTHING_RESOLVED;
      const asking = payouts.filter(({ order }) => !known.has(order.transactionId));
      const askedAt = clock.now();
      const answers = await queryBank(
        rail,
        asking.map(({ order }) => bankQuestionOf(order)),
        {
          pacer,
          report: (error) => {
            const subjects = asking.map(({ order }) => ({
              tenant,
              subjectId: order.transactionId,
            }));
            causes.report('settle-doubts', error, subjects);
          },
        },
      );
      const answered = [
        ...asking.map((payout, i) => ({ payout, answer: answers[i] ?? UNKNOWN })),
        ...payouts.flatMap((payout) => {
          const answer = known.get(payout.order.transactionId);
          return answer === undefined ? [] : [{ payout, answer }];
        }),
      ];
      await commit(storage, (stores) =>
        record(stores, tenant, answered, { line, at: clock.now() }),
      );
      return resolvedBy(answered, rail.traits, { askedAt, line });
    };

    return async (doubted) => {
      const unsent = new Set<TransactionId>();
      const atBank = new Map<TransactionId, Doubted>();
      for (const [tenant, theirs] of byTenant(doubted)) {
        for (let from = 0; from < theirs.length; from += callMax) {
          const resolved = await resolve(tenant, theirs.slice(from, from + callMax));
          for (const id of resolved.unsent) unsent.add(id);
          for (const [id, order] of resolved.atBank) atBank.set(id, order);
        }
      }
      return { unsent, atBank };
    };
  },
);

/** The moment of the query, and the line of doubt. */
interface Asked {
  readonly askedAt: EpochMs;
  readonly line: EpochMs;
}

const resolvedBy = (
  answered: ReadonlyArray<AnsweredOrder>,
  traits: RailTraits,
  asked: Asked,
): Resolved => {
  const never = answered.filter(({ answer }) => isNever(answer, traits, asked));
  const atBank = answered.filter(({ answer }) => isOfItsOrder(answer) && answer.kind !== 'refused');
  return {
    unsent: new Set(never.map(({ payout }) => payout.order.transactionId)),
    atBank: new Map(atBank.map(({ payout: { order } }) => [order.transactionId, order])),
  };
};

/** The bank does not have the order and will not execute it. */
const isNever = (
  answer: AnsweredOrder['answer'],
  traits: RailTraits,
  { askedAt, line }: Asked,
): boolean =>
  answer.kind === 'refused' ||
  (answer.kind === 'absent' && askedAt >= forgottenFinalFrom(line, traits));

const readDoubted = async (stores: Stores, tenant: Tenant, ids: ReadonlyArray<TransactionId>) => {
  const line = await stores.doubts.line();
  const found = await stores.payouts.findMany(tenant, ids);
  const payouts = found.filter((payout) => mayBeForgotten(payout, line));
  const known = await inboxAnswers(
    stores,
    payouts.map(({ order }) => order),
  );
  return { line, payouts, known };
};

const record = async (
  stores: Stores,
  tenant: Tenant,
  answered: ReadonlyArray<AnsweredOrder>,
  { line, at }: { readonly line: EpochMs; readonly at: EpochMs },
): Promise<void> => {
  const answers = new Map(
    answered.flatMap(({ payout, answer }) =>
      isOfItsOrder(answer) ? [[payout.order.transactionId, answer] as const] : [],
    ),
  );
  // Others may have moved them while the bank was asked.
  const current = await stores.payouts.findMany(tenant, [...answers.keys()]);
  const found = current.flatMap((payout) => {
    const answer = answers.get(payout.order.transactionId);
    return answer !== undefined && mayBeForgotten(payout, line) ? [{ payout, answer }] : [];
  });
  const accepted = found.flatMap(({ payout, answer }) =>
    payout.intake === 'accepted' ? [{ payout, answer }] : [],
  );
  const followed = followingForgotten(accepted, at);
  await writeCertain(stores, {
    ...followed,
    incidents: [
      ...followed.incidents,
      ...(answered.length === 0 ? [] : [restored(tenant, line, at)]),
      ...found
        .filter(({ payout, answer }) => payout.intake !== 'accepted' && answer.kind !== 'refused')
        .map(({ payout, answer }) => forgotten(payout, answer, at)),
    ],
  });
};
