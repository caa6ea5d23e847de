import { run } from '../service/run.js';
import { CRASH_AT, FORGETFUL_BANK, passing } from './crash-points.js';
import { crashInMigrations } from './crashing-drivers.js';
import { crashing } from './crashing-ports.js';

// The service as it is, but that it kills itself where the environment says, and has the bank that it says.
const pass = passing(process.env[CRASH_AT]);
crashInMigrations(pass);

process.exit(
  await run({
    ...crashing(pass),
    bankTraits: { deduplicates: process.env[FORGETFUL_BANK] === undefined },
  }),
);
