import type { TransactionId } from '@hundi/core';
import type { BankAnswer, BankAnswerStore } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import type { Unit } from '../engine/unit.js';

export const bankAnswerTables = (): ((unit: Unit) => BankAnswerStore) => {
  const all = new Map<string, BankAnswer>();
  const byPayout = new Map<TransactionId, ReadonlyArray<BankAnswer>>();

  return (unit) => ({
    add: async (answers) =>
      answers.filter((answer) => {
        if (all.has(answer.answerId)) return false;
        const { answerId, transactionId } = answer;
        unit.set(all, answerId, answer);
        unit.set(byPayout, transactionId, [...(byPayout.get(transactionId) ?? []), answer]);
        return true;
      }),
    of: async (ids) => found(byPayout, ids).flat(),
  });
};
