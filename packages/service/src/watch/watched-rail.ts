import type { BankRail } from '@hundi/core';

/** One call of the bank, without anything of its orders. */
export interface BankCall {
  readonly call: 'submit' | 'query';
  readonly outcome: 'answered' | 'failed';
  readonly orders: number;
  readonly durationMs: number;
  readonly error?: unknown;
}

/** The same rail; `onCall` is called once per call. */
export const watchedRail = (rail: BankRail, onCall: (call: BankCall) => void): BankRail => {
  const watched = async <A>(
    call: BankCall['call'],
    orders: number,
    run: () => Promise<A>,
  ): Promise<A> => {
    const startedAt = performance.now();
    const report = (outcome: BankCall['outcome'], failure: Pick<BankCall, 'error'> = {}): void => {
      onCall({ call, outcome, orders, durationMs: performance.now() - startedAt, ...failure });
    };
    try {
      const answers = await run();
      report('answered');
      return answers;
    } catch (error) {
      report('failed', { error });
      throw error;
    }
  };
  return {
    ...(rail.name !== undefined && { name: rail.name }),
    ...(rail.refuses !== undefined && { refuses: (order) => rail.refuses?.(order) }),
    traits: rail.traits,
    submit: (orders) => watched('submit', orders.length, () => rail.submit(orders)),
    query: (orders) => watched('query', orders.length, () => rail.query(orders)),
  };
};
