import { freedLimits } from '../intake/daily-room.js';
import type { JournalEntry } from '../journal/entry.js';
import type { Incident } from '../journal/incident.js';
import { byTenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { payoutEntry } from '../payout/payout-entry.js';
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
const BANK = 'bank';

interface Outcome {
  readonly payout: AcceptedPayout;
  readonly steps: ReadonlyArray<PayoutProgress>;
}

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
    if (meaning.kind === 'steps') outcomes.push({ payout, steps: meaning.steps });
    if (meaning.kind === 'contradiction') incidents.push(contradiction(payout, word, at));
  }
  for (const [tenant, group] of byTenant(outcomes.map(withTenant))) {
    await stores.payouts.advance(
      tenant,
      group.map(({ payout, steps }) => ({
        transactionId: payout.order.transactionId,
        follows: payout.progress.sequence,
        next: steps.at(-1) ?? payout.progress,
      })),
    );
    const dead = group.filter(({ steps }) => isDead((steps.at(-1) ?? { status: 'paid' }).status));
    await stores.payouts.useLimits(tenant, freedLimits(dead.map(({ payout }) => payout)));
  }
  await stores.journal.append(outcomes.flatMap((outcome) => entriesOf(outcome, at)));
  await stores.journal.raise(incidents);
};

const withTenant = (outcome: Outcome) => ({ ...outcome, tenant: outcome.payout.order.tenant });

const entriesOf = ({ payout, steps }: Outcome, at: EpochMs): ReadonlyArray<JournalEntry> =>
  steps.map((next, i) =>
    payoutEntry(payout.order, steps[i - 1] ?? payout.progress, next, at, BANK),
  );

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
