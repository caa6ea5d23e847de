import { knexStorage } from '@hundi/adapter-knex';
import knex from 'knex';
import { run } from '../service/run.js';
import { CRASH_AT, FORGETFUL_BANK, HOSTS_POOL, passing } from './crash-points.js';
import { crashInMigrations } from './crashing-drivers.js';
import { crashing } from './crashing-ports.js';

// The service as it is, but that it kills itself where the environment says, and has the bank and the pool that it
// says.
const pass = passing(process.env[CRASH_AT]);
crashInMigrations(pass);

const ports = crashing(pass);
const hostsPool = (): ReturnType<typeof knexStorage> =>
  knexStorage(knex({ client: 'pg', connection: process.env['DATABASE_URL'] ?? '' }));

process.exit(
  await run({
    ...ports,
    storage: (own) => ports.storage(HOSTS_POOL in process.env ? hostsPool() : own),
    bankTraits: { deduplicates: process.env[FORGETFUL_BANK] === undefined },
  }),
);
