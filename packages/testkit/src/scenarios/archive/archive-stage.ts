import assert from 'node:assert/strict';
import { E, type Archive, type Storage } from '@hundi/core';
import {
  archiveJournals,
  verifyArchive,
  verifyJournals,
  type ArchiveCheck,
  type ArchiveStep,
} from '@hundi/core/operator';
import { countingEntropy } from '../../kit/fakes/counting-entropy.js';
import { memoryArchive, type MemoryArchive } from '../../kit/fakes/memory-archive.js';
import { openStage, type Stage } from '../stage/stage.js';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** The least age that is archived. */
const AGE = 185 * DAY;

/** An archive, and short ways to fill it and to look into it. */
export interface Archiving {
  readonly archive: MemoryArchive;
  /** Archives what is older than the least age, and answers each step. */
  readonly run: (archive?: Archive, age?: number) => Promise<ReadonlyArray<ArchiveStep>>;
  /** The steps of the same, one by one. */
  readonly steps: (archive?: Archive, age?: number) => AsyncGenerator<ArchiveStep>;
  /** What verification finds wrong, with the archive and without it; nothing where all holds. */
  readonly faults: () => Promise<ReadonlyArray<string>>;
  readonly checks: () => Promise<ReadonlyArray<ArchiveCheck>>;
}

export type ArchiveStage = Stage & Archiving;

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: A[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const faultsOf = async (storage: Storage): Promise<ReadonlyArray<string>> => {
  const journals = await collect(verifyJournals(storage));
  return journals.flatMap(({ chain }) =>
    chain.holds ? [] : `journal at entry ${String(chain.entry)}: ${chain.reason}`,
  );
};

export const archiving = ({ storage, clock }: Pick<Stage, 'storage' | 'clock'>): Archiving => {
  const archive = memoryArchive();
  const entropy = countingEntropy();
  const steps: Archiving['steps'] = (to = archive, age = AGE) =>
    archiveJournals({ storage, clock, entropy, archive: to }, clock.now() - age);
  const checks = () => collect(verifyArchive(storage, archive));
  return {
    archive,
    steps,
    run: (...how) => collect(steps(...how)),
    checks,
    faults: async () => [
      ...(await faultsOf(storage)),
      ...(await checks()).flatMap((check) =>
        check.kind === 'leftover' || check.fault === undefined
          ? []
          : `${check.fault.file}: ${check.fault.reason}`,
      ),
    ],
  };
};

/** A stage on the demo tenants whose payouts can be archived. */
export const openArchiving = async (
  storage: Storage,
  ...options: Parameters<typeof openStage> extends [unknown, ...infer Rest] ? Rest : never
): Promise<ArchiveStage> => {
  const stage = await openStage(storage, ...options);
  return { ...stage, ...archiving(stage) };
};

/** Lets everything that there is become old enough. */
export const grow = async (stage: Stage): Promise<void> => {
  await stage.runDue();
  stage.clock.advance(AGE + MINUTE);
};

/** What a payout reads as: its status, or the name of the refusal. */
export const readAs = async ({ engine, tenant }: Stage, id: string): Promise<string> => {
  const read = await engine.getTransaction(tenant, { transactionId: id });
  return E.isRight(read) ? read.right.status : read.left._tag;
};

/** The same of a job. */
export const jobReadAs = async ({ engine, tenant }: Stage, jobId: string): Promise<string> => {
  const read = await engine.getJob(tenant, { jobId, page: 1, limit: 100 });
  return E.isRight(read) ? read.right.status : read.left._tag;
};

/** The number of payouts that a run archived. */
export const archivedIn = (steps: ReadonlyArray<ArchiveStep>): number =>
  steps.reduce((sum, step) => sum + (step.kind === 'archived' ? step.payouts : 0), 0);

/** @throws unless verification finds all in order, with the archive and without it. */
export const assertProven = async ({ faults }: Pick<Archiving, 'faults'>): Promise<void> => {
  assert.deepEqual(await faults(), []);
};
