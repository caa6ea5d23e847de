import type { Stores } from '@hundi/core';
import type { Corporate, JournalEntry, Payout, PayoutOrder } from '@hundi/core/wire';
import type {
  Claim,
  JournalStore,
  RowDecision,
  PayoutChange,
  PayoutStore,
  TenancyStore,
  Work,
  WorkStore,
} from '@hundi/core/storage';
import type { StruckState } from '../world/faults.js';
import { instead } from './instead.js';

/** The reads and writes of one unit of work. */
export interface Notes {
  readonly states: Set<StruckState>;
  readonly added: PayoutOrder[];
  readonly decided: RowDecision[];
  readonly advanced: PayoutChange[];
  readonly journaled: JournalEntry[];
  readonly corporates: Corporate[];
  readonly claimed: { readonly claim: Claim; readonly work: Work }[];
}

export const newNotes = (): Notes => ({
  states: new Set(),
  added: [],
  decided: [],
  advanced: [],
  journaled: [],
  corporates: [],
  claimed: [],
});

/** A unit that runs again starts over. */
export const clear = (notes: Notes): void => {
  notes.states.clear();
  const { states: _cleared, ...lists } = notes;
  for (const list of Object.values(lists)) list.length = 0;
};

const seen = ({ states }: Notes, payouts: ReadonlyArray<Payout>): void => {
  for (const payout of payouts) {
    states.add(payout.intake === 'undecided' ? 'queued' : payout.progress.status);
  }
};

/** The same stores; what goes through them is noted. Each is asked for when it is used: a unit uses few. */
export class WatchedStores implements Stores {
  private readonly stores: Stores;
  private readonly notes: Notes;
  private readonly made: {
    payouts?: PayoutStore;
    work?: WorkStore;
    journal?: JournalStore;
    tenancy?: TenancyStore;
  } = {};

  constructor(stores: Stores, notes: Notes) {
    this.stores = stores;
    this.notes = notes;
  }

  get payouts() {
    return (this.made.payouts ??= watchedPayouts(this.stores.payouts, this.notes));
  }
  get work() {
    return (this.made.work ??= watchedWork(this.stores.work, this.notes));
  }
  get tenancy() {
    return (this.made.tenancy ??= watchedTenancy(this.stores.tenancy, this.notes));
  }
  get access() {
    return this.stores.access;
  }
  get beneficiaries() {
    return this.stores.beneficiaries;
  }
  get jobs() {
    return this.stores.jobs;
  }
  get journal() {
    return (this.made.journal ??= watchedJournal(this.stores.journal, this.notes));
  }
  get seals() {
    return this.stores.seals;
  }
  get events() {
    return this.stores.events;
  }
  get idempotency() {
    return this.stores.idempotency;
  }
  get bankAnswers() {
    return this.stores.bankAnswers;
  }
  get doubts() {
    return this.stores.doubts;
  }
  get payoutCheckouts() {
    return this.stores.payoutCheckouts;
  }
  get authority() {
    return this.stores.authority;
  }
  get factors() {
    return this.stores.factors;
  }
  get portal() {
    return this.stores.portal;
  }
  get collections() {
    return this.stores.collections;
  }
  get webhookEndpoints() {
    return this.stores.webhookEndpoints;
  }
  get deliveries() {
    return this.stores.deliveries;
  }
  get archives() {
    return this.stores.archives;
  }
  get settingsChanges() {
    return this.stores.settingsChanges;
  }

  get notifications() {
    return this.stores.notifications;
  }

  get sealedRecords() {
    return this.stores.sealedRecords;
  }
}

const watchedPayouts = (payouts: PayoutStore, notes: Notes): PayoutStore => ({
  ...payouts,
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
  findAnywhere: async (ids) => {
    const found = await payouts.findAnywhere(ids);
    seen(notes, found);
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
  decide: async (tenant, decisions) => {
    await payouts.decide(tenant, decisions);
    if (decisions.length > 0) notes.states.add('queued');
    notes.decided.push(...decisions);
  },
  advance: async (tenant, changes) => {
    await payouts.advance(tenant, changes);
    notes.advanced.push(...changes);
  },
});

const watchedWork = (work: WorkStore, notes: Notes): WorkStore => ({
  ...work,
  claim: async (claim) => {
    const claimed = await work.claim(claim);
    notes.claimed.push(...claimed.map((one) => ({ claim, work: one })));
    return claimed;
  },
  claimOf: async (tenant, ranges, claim) => {
    const claimed = await work.claimOf(tenant, ranges, claim);
    notes.claimed.push(...claimed.map((one) => ({ claim, work: one })));
    return claimed;
  },
});

const watchedJournal = (journal: JournalStore, notes: Notes): JournalStore =>
  instead(journal, {
    append: async (entries) => {
      await journal.append(entries);
      notes.journaled.push(...entries);
    },
  });

const watchedTenancy = (tenancy: TenancyStore, notes: Notes): TenancyStore =>
  instead(tenancy, {
    putCorporate: async (corporate) => {
      await tenancy.putCorporate(corporate);
      notes.corporates.push(corporate);
    },
  });
