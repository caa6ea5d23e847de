import type { BankRail, Ports, Storage, Stores } from '@hundi/core';
import type { AcceptedPayout, Payout } from '@hundi/core/wire';
import type { PayoutStore } from '@hundi/core/storage';
import { instead } from '../engine/instead.js';
import type { Planting } from './mutant.js';

/** Other stores in every unit of work and every read. */
export const withStores =
  (change: (stores: Stores) => Partial<Stores>) =>
  (ports: Ports): Ports => ({ ...ports, storage: changed(ports.storage, change) });

const changed = (storage: Storage, change: (stores: Stores) => Partial<Stores>): Storage => ({
  atomically: (work) => storage.atomically((stores) => work(instead(stores, change(stores)))),
  read: (work) => storage.read((stores) => work(instead(stores, change(stores)))),
});

/** Another rail. */
export const withRail =
  (change: (rail: BankRail) => Partial<BankRail>) =>
  (ports: Ports): Ports => ({
    ...ports,
    bankRail: { ...ports.bankRail, ...change(ports.bankRail) },
  });

/** Changes a payout that waits for approval. */
export const waitingAs =
  (change: (payout: AcceptedPayout) => AcceptedPayout) =>
  (payout: Payout): Payout =>
    payout.intake === 'accepted' &&
    (payout.progress.status === 'pending_approval' ||
      payout.progress.status === 'partially_approved')
      ? change(payout)
      : payout;

/** As if everybody who voted on it were somebody else. */
export const votedByOthers = (payout: AcceptedPayout): AcceptedPayout => {
  const { approval } = payout.progress;
  if (approval === undefined) return payout;
  const approvals = approval.approvals.map(({ onBehalfOf: _shared, ...one }, i) => ({
    ...one,
    userId: `somebody-else-${String(i)}` as never,
  }));
  return {
    ...payout,
    progress: { ...payout.progress, approval: { ...approval, approvals } },
  };
};

/** Changes what people who decide see of a payout that waits. */
export const waiting = (change: (payout: AcceptedPayout) => AcceptedPayout): Planting => {
  const seen = waitingAs(change);
  const reads = (store: PayoutStore): Partial<PayoutStore> => ({
    findMany: async (tenant, ids) => (await store.findMany(tenant, ids)).map(seen),
  });
  return () => withStores(({ payouts }) => ({ payouts: instead(payouts, reads(payouts)) }));
};
