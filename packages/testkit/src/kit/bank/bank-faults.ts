/**
 * What can happen to a call: the bank is not reached; it is, and its answer is lost; the orders are lost on
 * the way; the bank takes longer than the rail waits; every order's report is sent twice.
 */
export type BankFaultKind =
  | 'unreachable'
  | 'answer_lost'
  | 'order_lost'
  | 'slow'
  | 'duplicate_callback';

export interface BankFault {
  readonly kind: BankFaultKind;
  readonly count: number;
}

export interface BankFaults {
  /** The next `count` calls suffer it. Faults strike one a call, in the order in which they were armed. */
  readonly arm: (fault: BankFault) => void;
}

export interface ArmedFaults extends BankFaults {
  /** Uses up the first armed fault that can strike such a call. */
  readonly strike: (call: 'submit' | 'query') => BankFaultKind | undefined;
}

// A question carries no order that could be lost, and nothing is reported because of it.
const ONLY_ORDERS: ReadonlySet<BankFaultKind> = new Set(['order_lost', 'duplicate_callback']);

export const armedFaults = (): ArmedFaults => {
  const armed: { readonly kind: BankFaultKind; left: number }[] = [];
  return {
    arm: ({ kind, count }) => {
      if (count > 0) armed.push({ kind, left: count });
    },
    strike: (call) => {
      const index = armed.findIndex(({ kind }) => call === 'submit' || !ONLY_ORDERS.has(kind));
      const fault = armed[index];
      if (fault === undefined) return undefined;
      fault.left -= 1;
      if (fault.left === 0) armed.splice(index, 1);
      return fault.kind;
    },
  };
};
