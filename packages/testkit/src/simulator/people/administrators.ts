import { E, type Storage } from '@hundi/core';
import type { TenancyStore } from '@hundi/core/storage';
import { answered } from '../engine/simulated-storage.js';
import type { Ledger } from '../world/ledger.js';
import { note, type World } from '../world/world.js';
import { MOVABLE, settingsOf, type AllSettings } from './settings.js';
import { SEALED, TENANTS } from './tenants.js';
import { corporateUnder, packageNow, PACKAGES, ROLES_OF, userNow } from './town.js';

/** What the bank sets up; policies, too, where people propose none. */
const MOVED: ReadonlyArray<'person' | 'roles' | 'package' | 'policy'> = [
  'person',
  'person',
  'roles',
  'package',
];

/** Changes what a corporate has set up, while payouts wait. One commit, and the world knows it at once. */
export const rearrange = async (
  world: World,
  facts: Ledger['facts'],
  storage: Storage,
  all: AllSettings,
): Promise<void> => {
  const { clients: dice } = world.random;
  const tenant = dice.pick(TENANTS);
  const settings = settingsOf(all, tenant);
  const write = async (work: (tenancy: TenancyStore) => Promise<void>): Promise<void> => {
    await answered(world, () =>
      storage.atomically<never, undefined>(async ({ tenancy }) => {
        await work(tenancy);
        return E.right(undefined);
      }),
    );
  };

  const what = dice.pick(world.climate.habits.has('policies') ? MOVED : [...MOVED, 'policy']);
  note(world, `${tenant.corporateTenantId} changes a ${what}`);
  facts.count += 1;
  switch (what) {
    case 'person':
    case 'roles': {
      const person = dice.pick(MOVABLE);
      const before = settings.people.get(person) ?? { approved: false, roles: [] };
      const next =
        what === 'person'
          ? { ...before, approved: !before.approved }
          : { ...before, roles: before.roles.length > 0 ? [] : ROLES_OF[person] };
      settings.people.set(person, next);
      return write(async (tenancy) => {
        const users = await tenancy.users(tenant);
        const { deputyFor } = users.find(({ userId }) => userId === person) ?? {};
        const user = userNow(person, next.approved, next.roles);
        await tenancy.putUsers(tenant, [deputyFor === undefined ? user : { ...user, deputyFor }]);
      });
    }
    case 'policy':
      // Where approvals need a passkey, only the engine changes a policy: it seals it.
      if (world.climate.habits.has('factors') && tenant === SEALED) return;
      settings.policy = settings.policy === 'usual' ? 'strict' : 'usual';
      return write((tenancy) =>
        tenancy.putCorporate(corporateUnder(tenant, settings.policy, world.climate.habits)),
      );
    case 'package': {
      const code = dice.pick(PACKAGES);
      const active = settings.active.get(code) !== true;
      settings.active.set(code, active);
      return write((tenancy) => tenancy.putPackages(tenant, [packageNow(code, active)]));
    }
  }
};
