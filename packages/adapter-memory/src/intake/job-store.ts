import type { Job, JobStore } from '@hundi/core/storage';
import { found } from '../engine/found.js';
import { keyOf } from '../engine/key-of.js';
import { LostRace } from '../engine/lost-race.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export type Jobs = Map<string, Job>;

export const jobTables =
  (all: Jobs): ((unit: Unit) => JobStore) =>
  (unit) => ({
    add: async (jobs) => {
      for (const job of jobs) {
        const key = keyOf(job.tenant, job.jobId);
        if (all.has(key)) throw new Error(`there is a job ${job.jobId} already`);
        unit.set(all, key, job);
      }
    },
    find: async (tenant, id) => all.get(keyOf(tenant, id)),
    newest: async (tenant, before, limit) =>
      [...all.values()]
        .filter(
          (job) => sameTenant(job.tenant, tenant) && (before === undefined || job.jobId < before),
        )
        .sort((a, b) => (a.jobId < b.jobId ? 1 : -1))
        .slice(0, limit),
    findMany: async (keys) =>
      found(
        all,
        keys.map(({ tenant, jobId }) => keyOf(tenant, jobId)),
      ),
    advance: async (jobs) => {
      for (const job of jobs) {
        const key = keyOf(job.tenant, job.jobId);
        if (all.get(key)?.sequence !== job.sequence - 1) {
          throw new LostRace(
            `job ${job.jobId} is not where sequence ${String(job.sequence)} follows`,
          );
        }
        unit.set(all, key, job);
      }
    },
  });
