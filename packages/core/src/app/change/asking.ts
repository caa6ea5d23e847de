import type { Needs } from '../../kernel/token.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import { NOTHING_RESOLVED, type Doubted } from '../doubt/doubt.js';
import { DetectRestore } from '../restore/detect-restore.js';
import { ResolveDoubts } from '../restore/resolve-doubts.js';
import type { Changes } from '../writer/changes.js';
import { writeForEach } from '../writer/write-changes.js';

/** By what a duty asks the bank about payouts that it may have from before a restore. */
export const ASKING = { ResolveDoubts };
export type Asking = Needs<typeof ASKING>;

/** By what a use case does so: no worker has compared the mark before it. */
export const DETECTING = { DetectRestore, ...ASKING };

/** Writes what holds for each payout by itself, and asks the bank about those that it may have executed. */
export interface ForEach {
  /** Answers the payouts that stay as they are, because the bank may have executed them. */
  readonly write: (
    stores: Stores,
    tenant: Tenant,
    changes: Omit<Changes, 'rows' | 'judged'>,
  ) => Promise<ReadonlyArray<Doubted>>;
  /**
   * Asks the bank about such payouts, with no unit of work open. What is written from then on follows its answers;
   * false where these resolve nothing.
   */
  readonly ask: (doubted: ReadonlyArray<Doubted>) => Promise<boolean>;
}

/** Begins with payouts about which the bank was not asked. */
export const forEach = ({ resolveDoubts }: Asking): ForEach => {
  let resolved = NOTHING_RESOLVED;
  return {
    write: (stores, tenant, changes) => writeForEach(stores, tenant, changes, resolved),
    ask: async (doubted) => {
      resolved = await resolveDoubts(doubted);
      return resolved.unsent.size + resolved.atBank.size > 0;
    },
  };
};
