import { LEASE_MS } from '@hundi/core';

/** A lease and a little more, in seconds: what the dead have claimed is claimed again. */
export const LEASE_OVER_S = LEASE_MS / 1_000 + 1;
