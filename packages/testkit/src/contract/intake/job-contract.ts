import assert from 'node:assert/strict';
import type { JobId, PackageCode } from '@hundi/core';
import { aJob } from '../../kit/build/payout.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';
import type { Job, Storage } from '@hundi/core/storage';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const queued = aJob(acme, 1);
const processing: Job = { ...queued, status: 'processing', sequence: 2 };

const advance = (storage: Storage, ...jobs: Job[]) =>
  commit(storage, (stores) => stores.jobs.advance(jobs));

const find = (storage: Storage) => storage.read(({ jobs }) => jobs.find(acme, queued.jobId));

export const jobContract: ReadonlyArray<ContractCase> = [
  {
    title: 'jobs are found as they were added, one or several, of one tenant or of several',
    run: async (storage) => {
      const jobs = [queued, aJob(globex, 2, { apiRefNumber: 'a "b" \\c', total: 20_000 })];
      await commit(storage, (stores) => stores.jobs.add([...jobs, aJob(acme, 3)]));

      assert.deepEqual(await find(storage), queued);
      assert.deepEqual(
        sortedBy(
          ({ jobId }) => jobId,
          await storage.read((stores) =>
            stores.jobs.findMany([...jobs, aJob(acme, 9), aJob(globex, 1), ...jobs]),
          ),
        ),
        jobs,
      );
      assert.deepEqual(await storage.read((stores) => stores.jobs.findMany([])), []);
    },
  },
  {
    title:
      'a job keeps the trace of its request through every change, and a job without one never gets one',
    run: async (storage) => {
      const traced = aJob(acme, 2, { traceparent: TRACEPARENT });
      await commit(storage, ({ jobs }) => jobs.add([queued, traced]));
      await advance(storage, processing, { ...traced, status: 'processing', sequence: 2 });

      const found = await storage.read(({ jobs }) => jobs.findMany([traced, queued]));
      assert.deepEqual(
        sortedBy(({ jobId }) => jobId, found).map((job) =>
          'traceparent' in job ? job.traceparent : 'absent',
        ),
        ['absent', TRACEPARENT],
      );
    },
  },
  {
    title:
      'a job keeps the key that it came by through every change, and a job without one never gets one',
    run: async (storage) => {
      const keyed = aJob(acme, 2, { via: { keyId: 'key1' } });
      await commit(storage, ({ jobs }) => jobs.add([queued, keyed]));
      await advance(storage, processing, { ...keyed, status: 'processing', sequence: 2 });

      const found = await storage.read(({ jobs }) => jobs.findMany([keyed, queued]));
      assert.deepEqual(
        sortedBy(({ jobId }) => jobId, found).map((job) => ('via' in job ? job.via : 'absent')),
        ['absent', { keyId: 'key1' }],
      );
    },
  },
  {
    title:
      'a job keeps the packages of its payments through every change, and a job without them never gets any',
    run: async (storage) => {
      const packageCodes = ['SALARY', 'VENDOR'] as PackageCode[];
      const known = aJob(acme, 2, { packageCodes });
      await commit(storage, ({ jobs }) => jobs.add([queued, known]));
      await advance(storage, processing, { ...known, status: 'processing', sequence: 2 });

      const found = await storage.read(({ jobs }) => jobs.findMany([known, queued]));
      assert.deepEqual(
        sortedBy(({ jobId }) => jobId, found).map((job) =>
          'packageCodes' in job ? job.packageCodes : 'absent',
        ),
        ['absent', packageCodes],
      );
    },
  },
  {
    title: 'jobs are listed newest first, from below one of them on, and no more than asked for',
    run: async (storage) => {
      const jobs = [1, 2, 3, 4].map((n) => aJob(acme, n));
      const [first, second, third, fourth] = jobs.map(({ jobId }) => jobId);
      await commit(storage, (stores) =>
        stores.jobs.add([...jobs.toReversed(), ...others.map((other, n) => aJob(other, 9 + n))]),
      );
      const newest = (before: JobId | undefined, limit: number, tenant = acme) =>
        storage.read(async (stores) =>
          (await stores.jobs.newest(tenant, before, limit)).map(({ jobId }) => jobId),
        );

      assert.deepEqual(await newest(undefined, 9), [fourth, third, second, first]);
      assert.deepEqual(await newest(undefined, 2), [fourth, third]);
      assert.deepEqual(await newest(third, 9), [second, first]);
      assert.deepEqual(await newest(first, 9), []);
      assert.deepEqual(await newest(undefined, 9, others[0]), [aJob(acme, 9).jobId]);
    },
  },
  {
    title: 'a job of one tenant is absent for another',
    run: async (storage) => {
      await commit(storage, ({ jobs }) => jobs.add([queued]));

      for (const other of others) {
        assert.equal(await storage.read(({ jobs }) => jobs.find(other, queued.jobId)), undefined);
      }
    },
  },
  {
    title: 'a job advances by one sequence at a time',
    run: async (storage) => {
      const done: Job = { ...queued, status: 'completed_success', sequence: 3, completedAt: 99 };
      await commit(storage, ({ jobs }) => jobs.add([queued]));
      await advance(storage, processing);
      assert.deepEqual(await find(storage), processing);

      await advance(storage, done);
      assert.deepEqual(await find(storage), done);
    },
  },
  {
    title: 'a job that does not follow the stored sequence undoes its unit of work',
    run: async (storage) => {
      const sibling = aJob(acme, 2);
      await commit(storage, ({ jobs }) => jobs.add([queued, sibling]));

      for (const stale of [
        queued,
        { ...processing, sequence: 3 },
        { ...aJob(acme, 9), sequence: 2 },
      ]) {
        await assert.rejects(
          advance(storage, { ...sibling, status: 'processing', sequence: 2 }, stale),
        );
      }
      assert.deepEqual(
        sortedBy(
          ({ jobId }) => jobId,
          await storage.read(({ jobs }) => jobs.findMany([queued, sibling])),
        ),
        [queued, sibling],
      );
    },
  },
  {
    title: 'a unit of work that lost a race runs again from the start',
    run: async (storage) => {
      await commit(storage, ({ jobs }) => jobs.add([queued]));
      let runs = 0;
      await commit(storage, async ({ jobs }) => {
        runs += 1;
        await jobs.add([aJob(acme, 5)]);
        await jobs.advance([runs === 1 ? { ...processing, sequence: 7 } : processing]);
      });

      assert.equal(runs, 2);
      assert.deepEqual(await find(storage), processing);
    },
  },
];
