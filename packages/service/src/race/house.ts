import { knexStorage, migrate, openPostgres } from '@hundi/adapter-knex';
import { nodeEntropy, nodePacer } from '@hundi/adapter-node';
import { E, type BankRail, type Hundi, type ProvisionInput, type Worker } from '@hundi/core';
import { verifyJournals } from '@hundi/core/operator';
import { createSandbox, type Sandbox } from '@hundi/testkit';
import type { Knex } from 'knex';
import { benchDocument } from '../bench/document.js';
import { freshOn } from '../testing/fresh-postgres.js';

export interface HouseRules {
  readonly processes: number;
  /** The daily limit has room for so many payments of {@link AMOUNT}. */
  readonly paymentsADay?: number;
  readonly railOf?: (rail: BankRail) => BankRail;
}

/** Of every payment, in paise. */
export const AMOUNT = 100_000;

/** Processes on one database, as far as the database can tell: each has a pool and a pacer of its own. */
export interface House {
  readonly sandbox: Sandbox;
  readonly engines: ReadonlyArray<Hundi>;
  /** The engine whose turn it is: requests are spread over all. */
  readonly engineOf: (turn: number) => Hundi;
  readonly payees: ReadonlyArray<string>;
  /** Works in every process until nothing is due, while the clock goes on. */
  readonly workOff: () => Promise<void>;
  readonly close: () => Promise<void>;
}

// Each with its pool: so that sixteen processes leave room on a server of 100 connections.
const CONNECTIONS = 4;

/** By the clock of all of them time goes ten times as fast, so that pauses outlast leases while nobody waits long. */
const TICK_MS = 100;
const TICK_OF_CLOCK_MS = 1_000;

/** What falls due later, such as an expiry, is not waited for. */
const SOON_MS = 3_600_000;

type Corporate = ProvisionInput['bankTenants'][number]['corporates'][number];

const limited = (corporate: Corporate, paymentsADay: number): Corporate => ({
  ...corporate,
  packages: (corporate.packages ?? []).map((each) => ({
    ...each,
    dailyAmountLimit: paymentsADay * AMOUNT,
  })),
});

const documentOf = (paymentsADay: number | undefined): ProvisionInput => {
  const document = benchDocument();
  if (paymentsADay === undefined) return document;
  return {
    bankTenants: document.bankTenants.map((bank) => ({
      ...bank,
      corporates: bank.corporates.map((corporate) => limited(corporate, paymentsADay)),
    })),
  };
};

const workersOf = (engines: ReadonlyArray<Hundi>, failures: unknown[]): ReadonlyArray<Worker> =>
  engines.map((engine) =>
    engine.startWorker({
      onError: (_, error) => {
        failures.push(error);
      },
    }),
  );

const workOff = async ({ bank, clock, engine }: Sandbox, engines: House['engines']) => {
  const failures: unknown[] = [];
  const workers = workersOf(engines, failures);
  const ticking = setInterval(() => {
    clock.advance(TICK_OF_CLOCK_MS);
  }, TICK_MS);
  const isDue = async (): Promise<boolean> => {
    await bank.deliverDue((reports) => engine.takeBankReports(reports));
    const dues = await engine.nextDues();
    return [...dues.values()].some((due) => due <= clock.now() + SOON_MS);
  };
  while (await isDue()) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  clearInterval(ticking);
  await Promise.all(workers.map(({ stop }) => stop()));
  if (failures.length > 0) throw new AggregateError(failures, 'background work failed');
};

const PAYEES_MAX = 1_000;

/** Opens processes on a fresh database of a PostgreSQL. */
export const openHouse = async (
  server: string,
  { processes, paymentsADay, railOf = (rail) => rail }: HouseRules,
): Promise<House> => {
  const fresh = await freshOn(server);
  const pools: Knex[] = Array.from({ length: processes }, () =>
    openPostgres(fresh.url, { connections: CONNECTIONS }),
  );
  const [first] = pools;
  if (first === undefined) throw new Error('a house has at least one process');
  await migrate(first);
  const sandbox = await createSandbox({
    storage: knexStorage(first),
    document: documentOf(paymentsADay),
  });
  const engines = pools.map((pool) =>
    sandbox.another({
      storage: knexStorage(pool),
      pacer: nodePacer(sandbox.clock),
      entropy: nodeEntropy,
      bankRail: railOf(sandbox.bank.rail),
    }),
  );
  const listed = await sandbox.engine.listBeneficiaries(sandbox.tenant, {
    page: 1,
    limit: PAYEES_MAX,
  });
  if (E.isLeft(listed)) throw new Error('the payees are not listed');
  return {
    sandbox,
    engines,
    engineOf: (turn) => engines[turn % engines.length] ?? sandbox.engine,
    payees: listed.right.items.map(({ beneficiaryId }) => beneficiaryId),
    workOff: () => workOff(sandbox, engines),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.destroy()));
      await fresh.drop();
    },
  };
};

/** Journals of the house that do not prove themselves. */
export const brokenJournals = async ({ sandbox }: House): Promise<ReadonlyArray<string>> => {
  const broken: string[] = [];
  for await (const { tenant, chain } of verifyJournals(sandbox.storage))
    if (!chain.holds) broken.push(`the journal of ${tenant.corporateTenantId}: ${chain.reason}`);
  return broken;
};
