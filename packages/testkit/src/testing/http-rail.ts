import type { BankRail } from '@hundi/core';
import type { QueryAnswer, RailTraits, SubmitAnswer } from '@hundi/core/rail';
import type { WireOrder, WireState } from './http-bank.js';

const DAY = 86_400_000;

/** Mistakes that an author of a rail can make. */
export interface RailMistakes {
  /** What it makes of a status that is no success, of a body that is no JSON, and of a call that fails. */
  readonly onStatus?: 'refused' | 'absent';
  readonly onText?: 'refused' | 'absent';
  readonly onFailure?: 'refused' | 'absent';
  readonly traits?: Partial<RailTraits>;
}

/** What a rail goes by. */
export interface RailTimes {
  readonly now: () => number;
  /** After how long it gives up on a call that it begins now, in ms. */
  readonly givesUpAfterMs: () => number;
}

const TRAITS: RailTraits = {
  deduplicates: true,
  canQuery: true,
  absenceFinalAfterMs: 400,
  ordersAGroup: 20,
};

const refused = (code: string): SubmitAnswer => ({
  kind: 'refused',
  details: {
    code,
    source: 'beneficiary_bank',
    message: 'The bank refused the order.',
    retryable: false,
    nextAction: 'fix_beneficiary',
  },
});

const meaning = ({ ref, status, utr = '', reason = '' }: WireState): QueryAnswer => {
  if (status === 'PAID') return { kind: 'paid', utr, bankReference: ref, bankRef: ref };
  return status === 'REJECTED' ? refused(reason) : { kind: 'absent' };
};

const mistaken = (as: 'refused' | 'absent' | undefined): QueryAnswer => {
  if (as === undefined) return { kind: 'unknown' };
  return as === 'refused' ? refused('failed') : { kind: 'absent' };
};

/** A small rail over HTTP. Without mistakes it keeps every promise of the port. */
export const httpRail = (
  url: string,
  mistakes: RailMistakes,
  { now, givesUpAfterMs }: RailTimes,
): BankRail => {
  const traits = { ...TRAITS, ...mistakes.traits };

  const post = async (
    path: string,
    rows: ReadonlyArray<object | string>,
  ): Promise<ReadonlyArray<QueryAnswer>> => {
    const all = (answer: QueryAnswer) => rows.map(() => answer);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(rows),
        signal: AbortSignal.timeout(givesUpAfterMs()),
      });
      text = await response.text();
    } catch {
      return all(mistaken(mistakes.onFailure));
    }
    if (!response.ok) return all(mistaken(mistakes.onStatus));
    try {
      return (JSON.parse(text) as ReadonlyArray<WireState>).map(meaning);
    } catch {
      return all(mistaken(mistakes.onText));
    }
  };

  return {
    name: 'test bank',
    traits,
    submit: async (orders) => {
      const validUntil = now() + (traits.absenceFinalAfterMs ?? DAY);
      const answers = await post(
        '/orders',
        orders.map(({ bankRef, creditAccountNumber, amount, group }): WireOrder => ({
          ref: bankRef,
          account: creditAccountNumber,
          amount,
          validUntil,
          ...(group !== undefined && { group: group.groupRef }),
        })),
      );
      // An order that came too late may still have been executed when it came first.
      return answers.map((answer) => (answer.kind === 'absent' ? { kind: 'unknown' } : answer));
    },
    query: (questions) =>
      post(
        '/states',
        questions.map(({ bankRef }) => bankRef),
      ),
  };
};
