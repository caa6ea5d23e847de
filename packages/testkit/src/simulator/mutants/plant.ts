import type { BankRail, Ports, Storage, Stores } from '@hundi/core';

import { instead } from '../engine/instead.js';

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
