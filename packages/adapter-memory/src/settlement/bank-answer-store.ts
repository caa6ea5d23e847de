import type { BankAnswer, BankAnswerStore } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { keyOf } from '../engine/key-of.js';
import type { Unit } from '../engine/unit.js';

export interface BankAnswers {
  readonly byId: Map<string, BankAnswer>;
  readonly byPayout: Map<string, ReadonlyArray<BankAnswer>>;
}

export const bankAnswerTables =
  ({ byId: all, byPayout }: BankAnswers): ((unit: Unit) => BankAnswerStore) =>
  (unit) => ({
    add: async (answers) =>
      answers.filter((answer) => {
        const { tenant, answerId, transactionId } = answer;
        const key = keyOf(tenant, answerId);
        if (all.has(key)) return false;
        unit.set(all, key, answer);
        const payout = keyOf(tenant, transactionId);
        unit.set(byPayout, payout, [...(byPayout.get(payout) ?? []), answer]);
        return true;
      }),
    of: async (payouts) => {
      const keys = payouts.map(({ tenant, transactionId }) => keyOf(tenant, transactionId));
      return found(byPayout, keys).flat();
    },
  });
