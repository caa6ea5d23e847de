import type { CorporateTenantId } from '../kernel/values/ids.js';
import { token } from '../kernel/token.js';

/**
 * Remembers, in a place that the database cannot reach and a restored backup leaves alone, the latest version of each
 * corporate's sealed policies (decisions §14). So nobody who can write the database puts an older policy back, or takes
 * policies away: the corporate's payouts then wait. Processes that share a database share the mark. Corporates whose
 * approvals need no passkey have none. The engine treats a call that has no answer after 10 s as rejected.
 */
export interface PolicyMark {
  /** The latest version of each corporate that has one. A rejection keeps the engine from sending. */
  readonly read: () => Promise<ReadonlyMap<CorporateTenantId, number>>;
  /** Keeps the version, unless a later one is kept; resolves once it outlives the process. */
  readonly raise: (corporateTenantId: CorporateTenantId, version: number) => Promise<void>;
}
export const PolicyMark = token<PolicyMark>('PolicyMark');
