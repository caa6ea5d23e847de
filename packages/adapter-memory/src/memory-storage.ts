import { E, type Storage, type Stores } from '@hundi/core';
import { accessTables } from './access-store.js';
import { bankAnswerTables } from './bank-answer-store.js';
import { beneficiaryTables } from './beneficiary-store.js';
import { doubtTables } from './doubt-store.js';
import { eventTables } from './event-store.js';
import { idempotencyTables } from './idempotency-store.js';
import { jobTables } from './job-store.js';
import { journalRows } from './journal-rows.js';
import { journalTables } from './journal-store.js';
import { LostRace } from './lost-race.js';
import type { Payouts } from './payout-queries.js';
import { payoutTables } from './payout-store.js';
import { portalTables } from './portal-store.js';
import { sealTables } from './seal-store.js';
import { serial } from './serial.js';
import { tenancyTables } from './tenancy-store.js';
import { openUnit, reader, type Unit } from './unit.js';
import { webhookTables } from './webhook-store.js';
import { workTables } from './work-store.js';

const RUNS_MAX = 3;

const tables = (): ((unit: Unit) => Stores) => {
  const tenancy = tenancyTables();
  const access = accessTables();
  const beneficiaries = beneficiaryTables();
  const jobs = jobTables();
  const allPayouts: Payouts = new Map();
  const payouts = payoutTables(allPayouts);
  const rows = journalRows();
  const journal = journalTables(rows);
  const seals = sealTables(rows);
  const events = eventTables(rows);
  const work = workTables();
  const idempotency = idempotencyTables();
  const bankAnswers = bankAnswerTables();
  const doubts = doubtTables(allPayouts);
  const portal = portalTables();
  const webhookEndpoints = webhookTables();
  return (unit) => {
    let made: Stores['payouts'] | undefined;
    return {
      tenancy: tenancy(unit),
      access: access(unit),
      beneficiaries: beneficiaries(unit),
      jobs: jobs(unit),
      // As large as all others together, and many units look at no payout.
      get payouts() {
        return (made ??= payouts(unit));
      },
      journal: journal(unit),
      seals: seals(unit),
      events: events(unit),
      work: work(unit),
      idempotency: idempotency(unit),
      bankAnswers: bankAnswers(unit),
      doubts: doubts(unit),
      portal: portal(unit),
      webhookEndpoints: webhookEndpoints(unit),
    };
  };
};

/**
 * Keeps everything in this process's memory, for as long as the process lives. Units of work and reads take
 * place one at a time, so one must never be awaited inside another. Records are kept as they are given, not
 * copied: nobody may change one afterwards.
 */
export const memoryStorage = (): Storage => {
  const stores = tables();
  const inTurn = serial();
  const forReading = stores(reader);

  const once = async <L, R>(
    work: (stores: Stores) => Promise<E.Either<L, R>>,
  ): Promise<E.Either<L, R>> => {
    const unit = openUnit();
    try {
      const result = await work(stores(unit));
      if (E.isLeft(result)) unit.undo();
      return result;
    } catch (error) {
      unit.undo();
      throw error;
    } finally {
      unit.close();
    }
  };

  return {
    atomically: (work) =>
      inTurn(async () => {
        // Nothing else runs in between, so work that loses again derived its write from no stored state.
        for (let run = 1; run < RUNS_MAX; run += 1) {
          try {
            return await once(work);
          } catch (error) {
            if (!(error instanceof LostRace)) throw error;
          }
        }
        return once(work);
      }),
    read: (work) => inTurn(() => work(forReading)),
  };
};
