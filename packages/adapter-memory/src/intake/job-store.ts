import type { JobId } from '@hundi/core';
import type { Job, JobStore } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export const jobTables = (): ((unit: Unit) => JobStore) => {
  const all = new Map<JobId, Job>();
  return (unit) => ({
    add: async (jobs) => {
      for (const job of jobs) {
        if (all.has(job.jobId)) throw new Error(`there is a job ${job.jobId} already`);
        unit.set(all, job.jobId, job);
      }
    },
    find: async (tenant, id) => {
      const job = all.get(id);
      return job !== undefined && sameTenant(job.tenant, tenant) ? job : undefined;
    },
    findMany: async (ids) => found(all, ids),
    advance: async (jobs) => {
      for (const job of jobs) {
        if (all.get(job.jobId)?.sequence !== job.sequence - 1) {
          throw new LostRace(
            `job ${job.jobId} is not where sequence ${String(job.sequence)} follows`,
          );
        }
        unit.set(all, job.jobId, job);
      }
    },
  });
};
