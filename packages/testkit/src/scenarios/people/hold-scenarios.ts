import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import { demoDocument } from '../../kit/sandbox/demo-document.js';
import type { Scenario } from '../scenario.js';
import { expectRight } from '../stage.js';
import { ADMIN, open, THREE_ADMINS } from './under-way-stage.js';

/** Of how many reads the unit makes something of while another call is on its way beside it. */
const READS = 200;

/**
 * A storage whose first unit that writes a corporate starts `beside` right before. Where units run side by side, that
 * gets as far as it may before the unit ends; where they do not, it follows.
 */
const beforeItCommits = (storage: Storage, beside: () => Promise<unknown>) => {
  const begun: Promise<unknown>[] = [];
  let over = false;
  const begin = async () => {
    await beside();
    over = true;
  };
  const slow: Storage = {
    ...storage,
    atomically: (work, ...options) =>
      storage.atomically(
        (stores) =>
          work({
            ...stores,
            tenancy: {
              ...stores.tenancy,
              putCorporate: async (corporate) => {
                if (begun.length === 0) begun.push(begin());
                for (let n = 0; n < READS && !over; n += 1)
                  await stores.tenancy.everybody(corporate);
                await stores.tenancy.putCorporate(corporate);
              },
            },
          }),
        ...options,
      ),
  };
  return { slow, ended: () => Promise.all(begun) };
};

export const holdScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a document that another process applies while a hold commits does not end it',
    run: async (storage) => {
      const stage = await open(storage, THREE_ADMINS);
      const { engine, tenant } = stage;
      const { slow, ended } = beforeItCommits(storage, async () =>
        engine.provision(demoDocument(THREE_ADMINS)),
      );
      const input = { actorUserId: ADMIN, userId: 'u-maker', hold: true };
      expectRight(await stage.another({ storage: slow }).suspendPerson(tenant, input));
      await ended();

      const people = expectRight(await engine.listPeople(tenant, { actorUserId: ADMIN }));
      const maker = people.find(({ userId }) => userId === 'u-maker');
      assert.deepEqual([maker?.isSuspended, maker?.heldBy], [true, ADMIN]);
    },
  },
  {
    title:
      'a document that another process applies while settings are written takes none of them back',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const { slow, ended } = beforeItCommits(storage, async () =>
        engine.provision(demoDocument()),
      );
      const settings = { destinationHosts: ['new.example'], statementDescriptor: 'NEW' };
      const input = { actorUserId: ADMIN, ...settings };
      expectRight(await stage.another({ storage: slow }).putCheckoutSettings(tenant, input));
      await ended();

      const asked = await engine.getCheckoutSettings(tenant, { actorUserId: ADMIN });
      assert.deepEqual(expectRight(asked), settings);
    },
  },
];
