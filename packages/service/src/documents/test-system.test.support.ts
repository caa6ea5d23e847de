import type { BankOrder, BankRail, SubmitAnswer } from '@hundi/core/rail';

/** The account that the bank refuses to pay to. */
const REFUSED = '000000';

/** A bank's test system that a kit can break, and the rail to it. */
export const testSystemOf = () => {
  const paid: string[] = [];
  const answers = new Map<string, SubmitAnswer>();
  let broken: string | undefined;
  let held: BankOrder[] | undefined;

  const execute = ({ bankRef, creditAccountNumber }: BankOrder): SubmitAnswer => {
    const known = answers.get(bankRef);
    if (known !== undefined) return known;
    const answer: SubmitAnswer =
      creditAccountNumber === REFUSED
        ? {
            kind: 'refused',
            details: {
              code: 'account_closed',
              source: 'rail',
              message: 'Closed.',
              retryable: false,
              nextAction: 'fix_beneficiary',
            },
          }
        : { kind: 'paid', utr: `UTR${bankRef}`, bankReference: bankRef };
    if (answer.kind === 'paid') paid.push(bankRef);
    answers.set(bankRef, answer);
    return answer;
  };
  const unknowns = (orders: ReadonlyArray<unknown>) =>
    orders.map(() => ({ kind: 'unknown' }) as const);

  const rail: BankRail = {
    traits: { deduplicates: true, canQuery: true, absenceFinalAfterMs: null },
    submit: async (orders) => {
      if (held !== undefined) {
        held.push(...orders);
        return unknowns(orders);
      }
      if (broken === '500') return unknowns(orders);
      const executed = orders.map(execute);
      return broken === undefined ? executed : unknowns(orders);
    },
    query: async (questions) =>
      broken === undefined
        ? questions.map(({ bankRef }) => answers.get(bankRef) ?? { kind: 'absent' })
        : unknowns(questions),
  };

  return {
    url: 'https://test-system.bank.example',
    rail,
    ledger: (bankRef: string) => paid.filter((one) => one === bankRef),
    break: (how: string) => {
      broken = how;
      return () => {
        broken = undefined;
      };
    },
    hold: () => {
      held = [];
      return () => {
        const late = held ?? [];
        held = undefined;
        late.forEach(execute);
      };
    },
  };
};
