import type { GuardQuestion, GuardVerdict, SendGuard } from '@hundi/core';

/**
 * An example of a guard before sending: it holds what would bring one payee above so many paise in a day of the bank. It
 * counts in memory what it lets go, so each process counts by itself; a bank counts in a database.
 */
export const velocityGuard = ({ paiseADay }: { readonly paiseADay: number }): SendGuard => {
  const gone = new Map<string, Map<string, number>>();

  const judge = ({ order }: GuardQuestion): GuardVerdict => {
    const { bankRef, amount, creditAccountNumber, ifsc, executionDate } = order;
    const payee = `${executionDate} ${ifsc} ${creditAccountNumber}`;
    const ofPayee = gone.get(payee) ?? new Map<string, number>();
    gone.set(payee, ofPayee);
    const others = [...ofPayee].filter(([other]) => other !== bankRef);
    const total = others.reduce((sum, [, paise]) => sum + paise, amount);
    if (total > paiseADay)
      return { bankRef, kind: 'hold', code: 'velocity', reason: 'much to one payee in one day' };
    ofPayee.set(bankRef, amount);
    return { bankRef, kind: 'go', code: 'within_velocity', reason: 'within the daily amount' };
  };

  return { screen: async (questions) => questions.map(judge) };
};
