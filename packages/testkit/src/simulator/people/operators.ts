import { E, type Storage } from '@hundi/core';
import { answered } from '../engine/simulated-storage.js';
import type { Ledger } from '../world/ledger.js';
import { note, type World } from '../world/world.js';
import { vouchedFor } from './authority.js';
import { settingsOf, type AllSettings } from './settings.js';
import { TENANTS } from './tenants.js';
import { AUTOMATIC } from './town.js';

/** What an operator of the bank needs to put right what a restored backup brought back. */
interface Parts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly storage: Storage;
  readonly settings: AllSettings;
}

/** An operator vouches for policies that are older than the mark says: until then, nothing leaves by them. */
export const vouchForPolicies = async (parts: Parts): Promise<void> => {
  const { world, ledger, storage, settings: all } = parts;
  for (const tenant of TENANTS) {
    const settings = settingsOf(all, tenant);
    const marked = ledger.marked.get(tenant.corporateTenantId) ?? 0;
    if (settings.sealed >= marked) continue;
    note(world, `an operator vouches for the policies of ${tenant.corporateTenantId}`);
    await answered(world, () =>
      storage.atomically<never, undefined>(async ({ tenancy }) => {
        const corporate = await tenancy.holdCorporate(tenant);
        if (corporate !== undefined) {
          const vouched = vouchedFor(corporate, AUTOMATIC, marked, world.now);
          await tenancy.putCorporate(vouched);
          settings.sealed = vouched.policySeal?.version ?? 0;
          settings.vouched = settings.policy;
        }
        return E.right(undefined);
      }),
    );
  }
};
