import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { NotificationLook, PersonNotifications, Storage } from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { EPOCH } from '../../kit/build/ids.js';
import { personNotifications } from '../../kit/build/notifications.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

const put = (storage: Storage, ...all: ReadonlyArray<PersonNotifications>) =>
  commit(storage, async ({ notifications }) => {
    for (const one of all) await notifications.put(one);
  });

const find = (storage: Storage, tenant: Tenant, userId = 'user-1') =>
  storage.read(({ notifications }) => notifications.find(tenant, userId as never));

const lookAt = (storage: Storage, tenant: Tenant) =>
  storage.read(({ notifications }) => notifications.look(tenant));

export const notificationContract: ReadonlyArray<ContractCase> = [
  {
    title: 'what people were told is found as it was written, by their corporate alone',
    run: async (storage) => {
      const mine = [
        personNotifications(acme, 1, {
          off: ['waiting', 'outcomes'],
          told: { 'job-1': 0, 'payout-1': EPOCH },
          outcomes: [
            {
              state: 'failed',
              packageCode: 'VENDOR' as never,
              debitAccountId: 'da-main' as never,
              count: 2,
              amount: '18446744073709551616',
            },
            { state: 'rejected', packageCode: 'SALARY' as never, count: 1, amount: '5' },
          ],
          sentAt: EPOCH + 1,
          language: 'hi',
        }),
        personNotifications(acme, 2),
      ];
      const theirs = personNotifications(globex, 1);
      await put(storage, ...mine, theirs);

      assert.deepEqual(await find(storage, acme), mine[0]);
      assert.deepEqual(await find(storage, globex), theirs);
      assert.equal(await find(storage, acme, 'user-3'), undefined);
      const ofCorporate = (tenant: Tenant) =>
        storage.read(({ notifications }) => notifications.ofCorporate(tenant));
      assert.deepEqual(
        sortedBy(({ userId }) => userId, await ofCorporate(acme)),
        mine,
      );
      for (const other of others.slice(1)) {
        assert.equal(await find(storage, other), undefined);
        assert.deepEqual(await ofCorporate(other), []);
      }
    },
  },
  {
    title: 'of units that write the same next notifications of a person, one does',
    run: async (storage) => {
      await put(storage, personNotifications(acme, 1));
      const wins = await race(storage, async ({ notifications }, i) => {
        const found = await notifications.find(acme, 'user-1' as never);
        if (found?.revision !== 1) return false;
        await notifications.put({ ...found, revision: 2, sentAt: i });
        return true;
      });
      assert.equal(wins.length, 1);
      assert.equal((await find(storage, acme))?.sentAt, wins[0]);
    },
  },
  {
    title: 'of units that write the first notifications of a person, one does',
    run: async (storage) => {
      const wins = await race(storage, async ({ notifications }, i) => {
        if ((await notifications.find(acme, 'user-1' as never)) !== undefined) return false;
        await notifications.put(personNotifications(acme, 1, { sentAt: i }));
        return true;
      });
      assert.equal(wins.length, 1);
    },
  },
  {
    title: 'the look of a corporate for notifications is the one that was written last',
    run: async (storage) => {
      const putLook = (look: NotificationLook) =>
        commit(storage, ({ notifications }) => notifications.putLook(look));
      assert.equal(await lookAt(storage, acme), undefined);
      const first = { tenant: acme, position: 7, ordinal: 9, lookedAt: EPOCH };
      await putLook(first);
      assert.deepEqual(await lookAt(storage, acme), first);
      const next = { tenant: acme, position: 8, lookedAt: EPOCH + 1 };
      await putLook(next);
      assert.deepEqual(await lookAt(storage, acme), next);
      for (const other of others) assert.equal(await lookAt(storage, other), undefined);
    },
  },
];
