import type { Changes } from '../writer/changes.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import type { IncidentKind } from '../../model/journal/entry/incident-kind.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Move } from '../../model/payout/move.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { BankAccepted, BankVerdict } from '../../ports/bank-rail.js';
import { meaningOf } from '../../model/settlement/order/meaning.js';

/** A payout as it is stored now, and what the bank says of it. */
export interface PayoutAnswer {
  readonly payout: AcceptedPayout;
  readonly answer: BankVerdict | BankAccepted;
}

/** The name that the journal gives to what the bank decides. */
const BANK = 'bank';

export type Followed = Changes & Required<Pick<Changes, 'moves' | 'incidents'>>;

/** What the bank's answers mean: new states, and an incident for each contradiction. */
export const following = (answers: ReadonlyArray<PayoutAnswer>, at: EpochMs): Followed => {
  const moves: Move[] = [];
  const incidents: Incident[] = [];
  for (const { payout, answer } of answers) {
    const meaning = meaningOf(payout.progress, answer, at);
    if (meaning.kind === 'steps') moves.push({ payout, steps: meaning.steps });
    if (meaning.kind === 'contradiction') incidents.push(contradiction(payout, answer, at));
  }
  return { by: { actor: BANK }, at, moves, incidents };
};

/** A kind of its own for a return: an earlier contradiction of the same payout must not hide it. */
export const contradictionBy = ({
  kind,
}: Pick<PayoutAnswer['answer'], 'kind'>): Extract<
  IncidentKind,
  'contradictory_answer' | 'unexpected_return'
> => (kind === 'returned' ? 'unexpected_return' : 'contradictory_answer');

const contradiction = (
  { order, progress }: AcceptedPayout,
  answer: BankVerdict | BankAccepted,
  at: EpochMs,
): Incident => ({
  tenant: order.tenant,
  kind: contradictionBy(answer),
  subjectId: order.transactionId,
  at,
  detail:
    answer.kind === 'paid' && progress.status === 'paid'
      ? `the payout is paid with UTR ${String(progress.utr)}, the bank says paid with UTR ${answer.utr}`
      : `the payout is ${progress.status}, the bank says ${answer.kind}`,
});
