import type {
  Claim,
  IntakeVerdict,
  Payout,
  PayoutChange,
  PayoutOrder,
  PayoutStore,
  Stores,
  Work,
  WorkStore,
} from '@hundi/core';
import type { StruckState } from '../faults.js';
import { instead } from './instead.js';

/** What one unit of work looked at and wrote. */
export interface Notes {
  readonly states: Set<StruckState>;
  readonly added: PayoutOrder[];
  readonly decided: IntakeVerdict[];
  readonly advanced: PayoutChange[];
  readonly claimed: { readonly claim: Claim; readonly work: Work }[];
}

export const newNotes = (): Notes => ({
  states: new Set(),
  added: [],
  decided: [],
  advanced: [],
  claimed: [],
});

/** A unit that runs again starts over. */
export const clear = (notes: Notes): void => {
  notes.states.clear();
  for (const list of [notes.added, notes.decided, notes.advanced, notes.claimed]) list.length = 0;
};

const seen = ({ states }: Notes, payouts: ReadonlyArray<Payout>): void => {
  for (const payout of payouts) {
    states.add(payout.intake === 'undecided' ? 'queued' : payout.progress.status);
  }
};

/** The same stores; what goes through them is noted. */
export const watched = (stores: Stores, notes: Notes): Stores => {
  let payouts: PayoutStore | undefined;
  let work: WorkStore | undefined;
  return instead(stores, {
    get payouts() {
      return (payouts ??= watchedPayouts(stores.payouts, notes));
    },
    get work() {
      return (work ??= watchedWork(stores.work, notes));
    },
  });
};

const watchedPayouts = (payouts: PayoutStore, notes: Notes): PayoutStore =>
  instead(payouts, {
    find: async (tenant, id) => {
      const found = await payouts.find(tenant, id);
      if (found !== undefined) seen(notes, [found]);
      return found;
    },
    findMany: async (tenant, ids) => {
      const found = await payouts.findMany(tenant, ids);
      seen(notes, found);
      return found;
    },
    findAnywhere: async (id) => {
      const found = await payouts.findAnywhere(id);
      if (found !== undefined) seen(notes, [found]);
      return found;
    },
    ofJob: async (...request) => {
      const found = await payouts.ofJob(...request);
      seen(notes, found);
      return found;
    },
    add: async (orders) => {
      await payouts.add(orders);
      if (orders.length > 0) notes.states.add('queued');
      notes.added.push(...orders);
    },
    decide: async (tenant, verdicts) => {
      await payouts.decide(tenant, verdicts);
      if (verdicts.length > 0) notes.states.add('queued');
      notes.decided.push(...verdicts);
    },
    advance: async (tenant, changes) => {
      await payouts.advance(tenant, changes);
      notes.advanced.push(...changes);
    },
  });

const watchedWork = (work: WorkStore, notes: Notes): WorkStore =>
  instead(work, {
    claim: async (claim) => {
      const claimed = await work.claim(claim);
      notes.claimed.push(...claimed.map((one) => ({ claim, work: one })));
      return claimed;
    },
  });
