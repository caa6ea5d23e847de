import type { Invariant } from './invariant.js';

const pinned: Invariant = {
  name: 'I41',
  promise: 'a payout keeps and shows the version of the policy under which it was accepted',
  *broken({ payouts, simulation }) {
    const { entries } = simulation.ledger;
    const versionOf = (id: string): number | undefined => entries.get(id)?.terms?.policyVersion;
    for (const [id, payout] of payouts) {
      if (payout.intake !== 'accepted' || payout.terms.policyVersion === versionOf(id)) continue;
      yield `${id} is pinned to version ${String(payout.terms.policyVersion)}`;
    }
    for (const { transactionId: id, seen } of simulation.readers.looks) {
      if (seen?.approval === undefined || seen.approval.policyVersion === versionOf(id)) continue;
      yield `${id} shows version ${String(seen.approval.policyVersion)}`;
    }
  },
};

export const policyInvariants: ReadonlyArray<Invariant> = [pinned];
