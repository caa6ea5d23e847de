import type { Causes } from '../duty/causes.js';
import type { TransactionId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import type { Payout } from '../payout/payout.js';
import type { BankRail, QueryAnswer, RailTraits } from '../ports/bank-rail.js';
import type { Clock } from '../ports/clock.js';
import { commit } from '../storage/commit.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import { absenceIsFinal, isOfItsOrder } from '../settlement/answer/answers.js';
import { askBank } from '../settlement/answer/ask-bank.js';
import { mayBeForgotten, type Resolved } from './doubt.js';
import { forgotten, recordForgotten } from './record-forgotten.js';
import { restored } from './restored.js';
import { inboxAnswers } from '../settlement/answer/inbox-answers.js';

/**
 * Finds out whether payouts that the database may have forgotten to have sent are at the bank: from its own
 * reports, else by asking it, with no unit of work open. What intake has accepted follows the bank's answer at
 * once; the answer has the rest.
 */
export type ResolveDoubts = (
  tenant: Tenant,
  ids: ReadonlyArray<TransactionId>,
) => Promise<Resolved>;
export const ResolveDoubts = token<ResolveDoubts>('ResolveDoubts');

const ORDERS_A_CALL = 1_000;

/** A payout and what the bank says of it. */
interface AnsweredOrder {
  readonly payout: Payout;
  readonly answer: QueryAnswer;
}

export const makeResolveDoubts =
  (storage: Storage, clock: Clock, rail: BankRail, pacer: Pacer, causes: Causes): ResolveDoubts =>
  async (tenant, ids) => {
    const unsent = new Set<TransactionId>();
    const atBank = new Set<TransactionId>();
    for (let from = 0; from < ids.length; from += ORDERS_A_CALL) {
      const some = ids.slice(from, from + ORDERS_A_CALL);
      const { line, payouts, known } = await storage.read((stores) =>
        readDoubted(stores, tenant, some),
      );
      if (line === undefined) continue;
      const asking = payouts.filter(({ order }) => !known.has(order.transactionId));
      const askedAt = clock.now();
      const answers = await askBank(
        rail,
        asking.map(({ order }) => order),
        (error) => {
          const subjects = asking.map(({ order }) => ({ tenant, subjectId: order.transactionId }));
          causes.report('settle-doubts', error, subjects);
        },
      );
      const answered = [
        ...asking.map((payout, i) => ({ payout, answer: answers[i] ?? UNKNOWN })),
        ...payouts.flatMap((payout) => {
          const answer = known.get(payout.order.transactionId);
          return answer === undefined ? [] : [{ payout, answer }];
        }),
      ];
      for (const { payout, answer } of answered) {
        const { transactionId } = payout.order;
        if (isNever(answer, rail.traits, { askedAt, line })) unsent.add(transactionId);
        else if (isOfItsOrder(answer) && answer.kind !== 'refused') atBank.add(transactionId);
      }
      await commit(storage, (stores) => record(stores, tenant, answered, line, clock.now()));
    }
    pacer.wake();
    return { unsent, atBank };
  };

const UNKNOWN = { kind: 'unknown' } as const;

/**
 * The bank does not have it and will not execute it. Whatever was sent of it was meant to be sent before the
 * line, and may have left late: no bank forgives an end that it contradicts.
 */
const isNever = (
  answer: QueryAnswer,
  traits: RailTraits,
  { askedAt, line }: { readonly askedAt: EpochMs; readonly line: EpochMs },
): boolean =>
  answer.kind === 'refused' ||
  (answer.kind === 'absent' &&
    absenceIsFinal({ markedAt: line }, { ...traits, deduplicates: false }, askedAt));

const readDoubted = async (stores: Stores, tenant: Tenant, ids: ReadonlyArray<TransactionId>) => {
  const line = await stores.doubts.line();
  const found = await stores.payouts.findMany(tenant, ids);
  const payouts = found.filter((payout) => mayBeForgotten(payout, line));
  const known = await inboxAnswers(
    stores,
    payouts.map(({ order }) => order.transactionId),
  );
  return { line, payouts, known };
};

const record = async (
  stores: Stores,
  tenant: Tenant,
  answered: ReadonlyArray<AnsweredOrder>,
  line: EpochMs,
  at: EpochMs,
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
  await recordForgotten(
    stores,
    found.flatMap(({ payout, answer }) =>
      payout.intake === 'accepted' ? [{ payout, answer }] : [],
    ),
    at,
  );
  await stores.journal.raise([
    ...(answered.length === 0 ? [] : [restored(tenant, line, at)]),
    ...found
      .filter(({ payout, answer }) => payout.intake !== 'accepted' && answer.kind !== 'refused')
      .map(({ payout, answer }) => forgotten(payout, answer, at)),
  ]);
};
