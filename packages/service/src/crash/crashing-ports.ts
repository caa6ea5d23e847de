import { E, type BankRail, type PayoutStatus, type Storage, type Stores } from '@hundi/core';
import type { Between } from '../service/start-service.js';
import type { CrashPoint, Pass } from './crash-points.js';

/** The kind of a unit of work, once it is known. */
type Deed = 'acceptance' | 'evaluation' | 'intent' | 'answer';

const BEFORE: Readonly<Record<Deed, CrashPoint>> = {
  acceptance: 'before-acceptance',
  evaluation: 'in-evaluation',
  intent: 'before-intent',
  answer: 'before-answer',
};
const AFTER: Readonly<Record<Deed, CrashPoint>> = {
  acceptance: 'after-acceptance',
  evaluation: 'after-evaluation',
  intent: 'after-intent',
  answer: 'after-answer',
};

const deedOf = (status: PayoutStatus): Deed | undefined => {
  if (status === 'sent_to_bank') return 'intent';
  return status === 'paid' || status === 'failed' ? 'answer' : undefined;
};

/** The same stores; `note` hears what is done with them. */
const noted = (stores: Stores, note: (deed: Deed) => void): Stores => ({
  ...stores,
  jobs: {
    ...stores.jobs,
    add: (jobs) => {
      note('acceptance');
      return stores.jobs.add(jobs);
    },
    advance: (jobs) => {
      if (jobs.some(({ completedAt }) => completedAt !== undefined)) note('evaluation');
      return stores.jobs.advance(jobs);
    },
  },
  payouts: {
    ...stores.payouts,
    advance: (tenant, changes) => {
      for (const { next } of changes) {
        const deed = deedOf(next.status);
        if (deed !== undefined) note(deed);
      }
      return stores.payouts.advance(tenant, changes);
    },
  },
});

const crashingStorage = (storage: Storage, pass: Pass): Storage => ({
  read: storage.read,
  atomically: async (work) => {
    let deeds = new Set<Deed>();
    const done = await storage.atomically(async (stores) => {
      deeds = new Set();
      const result = await work(noted(stores, (deed) => deeds.add(deed)));
      if (E.isRight(result)) for (const deed of deeds) await pass(BEFORE[deed]);
      return result;
    });
    if (E.isRight(done)) for (const deed of deeds) await pass(AFTER[deed]);
    return done;
  },
});

const crashingRail = (rail: BankRail, pass: Pass): BankRail => ({
  ...rail,
  submit: async (orders) => {
    const answers = await rail.submit(orders);
    await pass('in-bank-call');
    return answers;
  },
});

/** Ports that pass the crash points. */
export const crashing = (pass: Pass): Between => ({
  storage: (storage) => crashingStorage(storage, pass),
  bankRail: (rail) => crashingRail(rail, pass),
});
