import type { CorporateTenantId, PolicyMark } from '@hundi/core';

/** Keeps the policy mark in memory: share it among the engines of one database. */
export const memoryPolicyMark = (): PolicyMark => {
  const versions = new Map<CorporateTenantId, number>();
  return {
    read: async () => new Map(versions),
    raise: async (corporate, version) => {
      versions.set(corporate, Math.max(version, versions.get(corporate) ?? 0));
    },
  };
};
