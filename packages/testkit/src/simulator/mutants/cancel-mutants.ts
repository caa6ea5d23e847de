import type { Actor, Payout, Role } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

/** A payout at the bank looks as if it were only approved. */
const asUnsent = (payout: Payout): Payout =>
  payout.intake === 'accepted' && payout.progress.status === 'sent_to_bank'
    ? { ...payout, progress: { ...payout.progress, status: 'approved' } }
    : payout;

// People who cancel look a payout up by its id alone; workers that send look up many.
const cancelledWhileSent: Planting = () =>
  withStores(({ payouts }) => ({
    payouts: instead(payouts, {
      find: async (tenant, id) => {
        const found = await payouts.find(tenant, id);
        return found === undefined ? undefined : asUnsent(found);
      },
    }),
  }));

const withCancelAny = (role: Role): Role => ({
  ...role,
  permissions: [...role.permissions, 'transaction.cancel_any'],
});

const everybodyIsAdministrator: Planting = () =>
  withStores(({ tenancy }) => ({
    tenancy: instead(tenancy, {
      actors: async (tenant, ids) =>
        (await tenancy.actors(tenant, ids)).map((actor): Actor => ({
          ...actor,
          roles: actor.roles.map(withCancelAny),
        })),
    }),
  }));

export const cancelMutants: ReadonlyArray<Mutant> = [
  {
    name: 'cancel-after-send',
    bug: 'a cancel that a send was faster than is written over it',
    ports: cancelledWhileSent,
  },
  {
    name: 'anybody-cancels',
    bug: 'everybody who may do anything cancels what others made',
    ports: everybodyIsAdministrator,
  },
  {
    name: 'cancel-job-in-part',
    bug: 'a job that is cancelled leaves its last payout to be sent',
    ports: () =>
      withStores(({ payouts }) => ({
        payouts: instead(payouts, {
          ofJob: async (...asked) => (await payouts.ofJob(...asked)).slice(0, -1),
        }),
      })),
  },
  {
    name: 'cancel-asked-again',
    bug: 'software that cancels again what it has cancelled is refused as too late',
    ports: () =>
      withStores(({ journal }) => ({ journal: instead(journal, { last: async () => undefined }) })),
  },
];
