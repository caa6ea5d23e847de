import { E, PayoutStatus, TransactionId } from '@hundi/core';
import { alias, documented, record, type DecisionResult } from '@hundi/core/wire';
import * as t from 'io-ts';
import { PROBLEM_TYPES, type ProblemType } from '../../problem/problem-types.js';
import { toProblem } from '../../problem/problem.js';

const DecisionFault = record(
  'DecisionFault',
  { type: t.keyof(PROBLEM_TYPES), detail: t.string },
  {},
);

const Decided = record(
  'DecisionResult',
  {
    transactionId: TransactionId,
    status: alias(t.union([PayoutStatus, t.null]), {
      description: 'The current state of the payout; null if this user cannot see such a payout.',
    }),
    error: documented(t.union([DecisionFault, t.null]), {
      description: 'Why the decision was not made; null if it was.',
    }),
  },
  {},
);

interface Results {
  readonly results: ReadonlyArray<{
    readonly transactionId: TransactionId;
    readonly status: PayoutStatus | null;
    readonly error: { readonly type: ProblemType; readonly detail: string } | null;
  }>;
}

/** The result for each payout of a decision. */
export const DecisionResults: t.Type<Results, unknown> = record(
  'DecisionResults',
  { results: t.readonlyArray(Decided) },
  {},
);

/** The result of each decision: a refusal with the text that it has as a problem. */
export const resultsOf = (results: ReadonlyArray<DecisionResult>): { readonly body: Results } => ({
  body: { results: results.map(resultOf) },
});

const resultOf = ({
  transactionId,
  status: now,
  result,
}: DecisionResult): Results['results'][number] => {
  const status = now ?? null;
  if (E.isRight(result)) return { transactionId, status, error: null };
  const { type, detail } = toProblem(result.left);
  return { transactionId, status, error: { type, detail } };
};
