import { E } from '../../../kernel/fp.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { stepPayout, type PayoutCommand, type PayoutStep } from '../../payout/payout-machine.js';
import type { PayoutProgress } from '../../payout/payout.js';
import type { StatusDetails } from '../../../kernel/values/status-details.js';
import type {
  BankAccepted,
  BankPaid,
  BankReturned,
  BankVerdict,
} from '../../../ports/bank-rail.js';

export type Meaning =
  | { readonly kind: 'steps'; readonly steps: ReadonlyArray<PayoutStep> }
  /** It says nothing new. */
  | { readonly kind: 'known' }
  /** It denies an earlier verdict, or speaks of an order that was never sent. */
  | { readonly kind: 'contradiction' };

const KNOWN: Meaning = { kind: 'known' };
const CONTRADICTION: Meaning = { kind: 'contradiction' };

/** The code that distinguishes a payout whose money came back from one that never left. */
const RETURNED = 'returned_after_credit';

const returnDetails = ({ message }: BankReturned): StatusDetails => ({
  code: RETURNED,
  source: 'beneficiary_bank',
  message,
  retryable: false,
  nextAction: 'fix_beneficiary',
});

/**
 * sent_to_bank + paid -----> paid
 * sent_to_bank + refused --> failed
 * sent_to_bank + returned -> paid, then failed: the return overtook its payment
 * paid + returned ---------> failed
 * the same answer again, or "accepted" after a send: nothing new
 * paid + paid with another UTR: a contradiction, for the bank may have paid twice
 * anything else: a contradiction, which moves nothing (decisions §8)
 */
export const meaningOf = (
  progress: PayoutProgress,
  answer: BankVerdict | BankAccepted,
  at: EpochMs,
): Meaning => {
  const { status } = progress;
  const sent = status === 'sent_to_bank';
  // Decided by what the engine wrote, never by a code, which a rail may choose.
  const returned = progress.returnedAt !== undefined;
  switch (answer.kind) {
    case 'accepted':
      return progress.sentToBankAt === undefined ? CONTRADICTION : KNOWN;
    case 'paid':
      if (sent) return walk(progress, [{ type: 'pay', ...money(answer), at }]);
      // A return that overtook its payment may have brought another reference.
      return returned || (status === 'paid' && progress.utr === answer.utr) ? KNOWN : CONTRADICTION;
    case 'refused':
      if (sent) return walk(progress, [{ type: 'fail', details: answer.details, at }]);
      return status === 'failed' && !returned ? KNOWN : CONTRADICTION;
    case 'returned': {
      const back = { type: 'return', details: returnDetails(answer), at } as const;
      if (sent) return walk(progress, [{ type: 'pay', ...money(answer), at }, back]);
      if (status === 'paid') return walk(progress, [back]);
      return returned ? KNOWN : CONTRADICTION;
    }
  }
};

const money = ({ utr, bankReference }: BankPaid | BankReturned) => ({ utr, bankReference });

const walk = (from: PayoutProgress, commands: ReadonlyArray<PayoutCommand>): Meaning => {
  const steps: PayoutStep[] = [];
  for (const command of commands) {
    const next = stepPayout(steps.at(-1)?.next ?? from, command);
    if (E.isLeft(next)) return CONTRADICTION;
    steps.push(next.right);
  }
  return { kind: 'steps', steps };
};
