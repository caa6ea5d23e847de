import type { Incident } from '../journal/incident.js';
import { byTenant, type Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { freedLimits } from '../payout/freed-limits.js';
import { payoutEntries } from '../payout/payout-entry.js';
import type { PayoutStep } from '../payout/payout-machine.js';
import { isDead, type AcceptedPayout, type PayoutProgress } from '../payout/payout.js';
import type { BankAccepted, BankVerdict } from '../ports/bank-rail.js';
import type { Stores } from '../ports/storage.js';
import { meaningOf } from './verdict.js';

/** A payout as it is stored now, and what the bank says of it. */
export interface HeardWord {
  readonly payout: AcceptedPayout;
  readonly word: BankVerdict | BankAccepted;
}

/** The name that the journal gives to what the bank decides. */
export const BANK = 'bank';

interface Outcome {
  readonly tenant: Tenant;
  readonly payout: AcceptedPayout;
  readonly steps: ReadonlyArray<PayoutStep>;
}

const reached = ({ payout, steps }: Outcome): PayoutProgress =>
  steps.at(-1)?.next ?? payout.progress;

/** Writes what the bank's words mean: new states with their journal, and an incident for each contradiction. */
export const recordWords = async (
  stores: Stores,
  heard: ReadonlyArray<HeardWord>,
  at: EpochMs,
): Promise<void> => {
  const outcomes: Outcome[] = [];
  const incidents: Incident[] = [];
  for (const { payout, word } of heard) {
    const meaning = meaningOf(payout.progress, word, at);
    if (meaning.kind === 'steps') {
      outcomes.push({ tenant: payout.order.tenant, payout, steps: meaning.steps });
    }
    if (meaning.kind === 'contradiction') incidents.push(contradiction(payout, word, at));
  }
  for (const [tenant, group] of byTenant(outcomes)) {
    await stores.payouts.advance(
      tenant,
      group.map((outcome) => ({
        transactionId: outcome.payout.order.transactionId,
        follows: outcome.payout.progress.sequence,
        next: reached(outcome),
      })),
    );
    const dead = group.filter((outcome) => isDead(reached(outcome).status));
    await stores.payouts.useLimits(tenant, freedLimits(dead.map(({ payout }) => payout)));
  }
  await stores.journal.append(
    outcomes.flatMap(({ payout, steps }) =>
      payoutEntries(payout.order, payout.progress, steps, BANK),
    ),
  );
  await stores.journal.raise(incidents);
};

const contradiction = (
  { order, progress }: AcceptedPayout,
  word: BankVerdict | BankAccepted,
  at: EpochMs,
): Incident => ({
  tenant: order.tenant,
  kind: 'contradictory_answer',
  subjectId: order.transactionId,
  at,
  detail: `the payout is ${progress.status}, the bank says ${word.kind}`,
});
