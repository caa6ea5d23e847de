import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crashPlace } from '../crash/crash-place.js';
import { start } from '../crash/lives.js';
import { payeesOf, type Payee } from '../crash/load.js';
import type { RunningService } from '../testing/running-service.js';
import { BANK_DATABASE } from './bank-database.js';
import type { Made } from './pair/made.js';

const BANK = fileURLToPath(new URL('bank.js', import.meta.url));

/** The service as production runs it: a process that serves HTTP, and one that works. */
export interface Fleet {
  readonly http: RunningService;
  readonly worker: RunningService;
  readonly payees: ReadonlyArray<Payee>;
}

/** The bank reports these later by itself, but the service gets no reports of a bank that is not the sandbox's. */
const REPORTED_LATER = /900[56]$/;

/** Starts both on the database at a URL, with a bank that keeps its books in another one. */
export const startFleet = async (database: string, bank: string, made: Made): Promise<Fleet> => {
  const variables = {
    DATABASE_URL: database,
    BANK_RAIL: BANK,
    [BANK_DATABASE]: bank,
    RATE_LIMITS: 'off',
  };
  const place = await crashPlace(variables);
  made.add(() => rm(place.dataDir, { recursive: true, force: true }));
  const http = await start({ ...place, variables: { ...place.variables, WORKERS: '0' } });
  made.add(() => http.end('SIGKILL'));
  const worker = await start(place);
  made.add(() => worker.end('SIGKILL'));
  const payees = (await payeesOf(http)).filter(
    ({ accountNumber }) => !REPORTED_LATER.test(accountNumber),
  );
  return { http, worker, payees };
};
