import { E } from '../fp.js';
import type { Incident } from '../journal/incident.js';
import { byTenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import { payoutEntries } from '../payout/payout-entry.js';
import { step } from '../payout/payout-machine.js';
import { awaitsApproval, type Payout } from '../payout/payout.js';
import type { Stores } from '../ports/storage.js';
import { BANK, recordWords, type HeardWord } from './record-words.js';

/**
 * Lets payouts that a forgotten life of the database has sent follow what the bank says of them, approved
 * again or not: what is executed is never executable again. A person is told of each.
 */
export const recordForgotten = async (
  stores: Stores,
  heard: ReadonlyArray<HeardWord>,
  at: EpochMs,
): Promise<void> => {
  const found = heard.map(({ payout, word }) => ({
    tenant: payout.order.tenant,
    payout,
    word,
    step: recovered(payout, at),
  }));
  // First, because a worker holds the work before it moves the payout.
  await stores.work.add(
    found.map(({ tenant, payout }) => ({
      duty: 'query-unknowns',
      subject: payout.order.transactionId,
      tenant,
      runAt: at,
    })),
  );
  for (const [tenant, group] of byTenant(found)) {
    await stores.payouts.advance(
      tenant,
      group.map(({ payout: { order, progress }, step: { next } }) => ({
        transactionId: order.transactionId,
        follows: progress.sequence,
        next,
        ...(awaitsApproval(progress.status) && { awaited: true }),
      })),
    );
  }
  await stores.journal.append(
    found.flatMap(({ payout, step: taken }) =>
      payoutEntries(payout.order, payout.progress, [taken], BANK),
    ),
  );
  await stores.journal.raise(found.map(({ payout, word }) => forgotten(payout, word, at)));
  await recordWords(
    stores,
    found.map(({ payout, word, step: { next } }) => ({
      payout: { ...payout, progress: next },
      word,
    })),
    at,
  );
};

const recovered = ({ order, progress }: HeardWord['payout'], at: EpochMs) => {
  const taken = step(progress, { type: 'recover', at: Math.max(at, order.createdAt) });
  if (E.isLeft(taken)) throw new Error('only what is not at the bank was forgotten');
  return taken.right;
};

/** Told once for each payout. */
export const forgotten = (payout: Payout, { kind }: HeardWord['word'], at: EpochMs): Incident => ({
  tenant: payout.order.tenant,
  kind: 'forgotten_order',
  subjectId: payout.order.transactionId,
  at,
  detail: `in the restored database the payout is ${payout.intake === 'accepted' ? payout.progress.status : 'queued'}, the bank says ${kind}`,
});
