import { nameOfTenant, type Tenant } from '../../kernel/values/tenant.js';
import type { Stores } from '../../storage/storage.js';
import { isAsProposed } from '../../model/settings/change/proposal-seal.js';
import type { SettingsChange } from '../../model/settings/change/settings-change.js';

/** A change in the database is not the one that its person proposed. */
export class ChangedProposal extends Error {
  override readonly name: string = 'ChangedProposal';
}

/** A change waits without a seal: a version before seals proposed it, or nobody did. */
class UnsealedProposal extends Error {
  override readonly name: string = 'UnsealedProposal';
}

/** What is wrong with a change that is not as its person proposed it, under the id that was asked for; undefined where it is. */
export const proposalFault = async (
  { journal }: Stores,
  key: Uint8Array,
  { tenant, changeId }: { readonly tenant: Tenant; readonly changeId: string },
  change: SettingsChange,
): Promise<Error | undefined> => {
  if (change.seal === undefined) return new UnsealedProposal();
  const isOf = change.changeId === changeId && nameOfTenant(change) === nameOfTenant(tenant);
  if (!isOf || !isAsProposed(key, change)) return new ChangedProposal();
  // One that was decided on, and was put back, was proposed all the same.
  const last = await journal.last(tenant, changeId);
  return last?.to === 'pending' && last.sequence === 1 ? undefined : new ChangedProposal();
};
