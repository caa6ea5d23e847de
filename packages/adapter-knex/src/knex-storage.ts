import type { Storage, Stores } from '@hundi/core';
import type { Knex } from 'knex';
import { connectionsOf } from './engine/connections.js';
import type { Dialect } from './engine/dialect.js';
import { dialectOf } from './engine/dialect-of.js';
import { readsOf } from './engine/read.js';
import type { Session } from './engine/session.js';
import { unitsOf } from './engine/unit.js';
import { accessStore } from './stores/access-store.js';
import { bankAnswerStore } from './stores/bank-answer-store.js';
import { beneficiaryStore } from './stores/beneficiary-store.js';
import { idempotencyStore } from './stores/idempotency-store.js';
import { jobStore } from './stores/job-store.js';
import { journalStore } from './stores/journal-store.js';
import { payoutStore } from './stores/payout-store.js';
import { tenancyStore } from './stores/tenancy-store.js';
import { webhookEndpointStore } from './stores/webhook-endpoint-store.js';
import { workStore } from './stores/work-store.js';

/** Writes the statements of every store once; a session is all that changes from unit to unit. */
const storesOf = (dialect: Dialect): ((session: Session) => Stores) => {
  const tenancy = tenancyStore(dialect);
  const access = accessStore(dialect);
  const beneficiaries = beneficiaryStore(dialect);
  const jobs = jobStore(dialect);
  const payouts = payoutStore(dialect);
  const journal = journalStore(dialect);
  const work = workStore(dialect);
  const idempotency = idempotencyStore(dialect);
  const bankAnswers = bankAnswerStore(dialect);
  const webhookEndpoints = webhookEndpointStore(dialect);
  return (session) => ({
    tenancy: tenancy(session),
    access: access(session),
    beneficiaries: beneficiaries(session),
    jobs: jobs(session),
    payouts: payouts(session),
    journal: journal(session),
    work: work(session),
    idempotency: idempotency(session),
    bankAnswers: bankAnswers(session),
    webhookEndpoints: webhookEndpoints(session),
  });
};

export interface KnexStorageOptions {
  /** Where `read` reads: read-only connections to the same SQLite file. Default: the storage's own connections. */
  readonly readers?: Knex;
}

/**
 * Storage in the database of a Knex, whose schema {@link migrate} has made. The Knex stays its owner's:
 * closing it is up to whoever opened it.
 *
 * @throws for an SQLite pool of more than one connection: writers would then lock each other out.
 */
export const knexStorage = (db: Knex, { readers }: KnexStorageOptions = {}): Storage => {
  const dialect = dialectOf(db);
  const connections = connectionsOf(db);
  if (dialect.name === 'sqlite' && connections.max > 1)
    throw new Error('an SQLite storage writes through a pool of one connection');
  const stores = storesOf(dialect);
  const unit = unitsOf(connections, dialect);
  const read = readsOf(readers === undefined ? connections : connectionsOf(readers));
  return {
    atomically: (work) => unit((session) => work(stores(session))),
    read: (work) => read((session) => work(stores(session))),
  };
};
