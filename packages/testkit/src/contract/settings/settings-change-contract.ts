import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { SettingsChange } from '@hundi/core/wire';
import type { Storage } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { aSettingsChange } from '../../kit/build/settings.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';

const decided = (change: SettingsChange): SettingsChange =>
  ({
    ...change,
    state: 'approved',
    revision: 2,
    decidedBy: 'user-2',
    decidedAt: EPOCH + 5,
    comment: 'ok',
  }) as SettingsChange;

const add = (storage: Storage, ...changes: SettingsChange[]) =>
  commit(storage, async ({ settingsChanges }) => {
    for (const change of changes) await settingsChanges.add(change);
  });

export const settingsChangeContract: ReadonlyArray<ContractCase> = [
  {
    title:
      'a proposed change is found as it was added, then as it was decided, by its tenant alone',
    run: async (storage) => {
      const change = aSettingsChange(acme, 1);
      await add(storage, change);
      const find = (tenant: Tenant) =>
        storage.read(({ settingsChanges }) => settingsChanges.find(tenant, change.changeId));
      assert.deepEqual(await find(acme), change);
      for (const other of others) assert.equal(await find(other), undefined);

      await commit(storage, ({ settingsChanges }) => settingsChanges.replace(decided(change)));
      assert.deepEqual(await find(acme), decided(change));
      await assert.rejects(add(storage, change));
    },
  },
  {
    title: 'when two decisions on a proposed change race, one is written',
    run: async (storage) => {
      const change = aSettingsChange(acme, 1);
      await add(storage, change);
      let tries = 0;
      const decide = (comment: string) =>
        commit(storage, async ({ settingsChanges }) => {
          tries += 1;
          const found = await settingsChanges.find(acme, change.changeId);
          if (found?.state !== 'pending') return false;
          await settingsChanges.replace({ ...decided(found), comment } as SettingsChange);
          return true;
        });
      const wins = await Promise.all(['one', 'two', 'three'].map(decide));
      assert.deepEqual(wins.filter(Boolean).length, 1);
      assert.ok(tries >= 3);
    },
  },
  {
    title: 'proposed changes are listed from the last one on, and counted while they are pending',
    run: async (storage) => {
      const changes = [1, 2, 3, 4].map((n) => aSettingsChange(acme, n));
      await add(
        storage,
        ...changes,
        aSettingsChange(globex, 5),
        aSettingsChange(acme, 6, { expiresAt: EPOCH }),
      );
      const [first = aSettingsChange(acme, 1)] = changes;
      await commit(storage, ({ settingsChanges }) => settingsChanges.replace(decided(first)));

      const latest = async (limit: number, before?: string) =>
        (
          await storage.read(({ settingsChanges }) => settingsChanges.latest(acme, limit, before))
        ).map(({ changeId }) => changeId);
      assert.deepEqual(await latest(3), ['sc_0006', 'sc_0004', 'sc_0003']);
      assert.deepEqual(await latest(3, 'sc_0003'), ['sc_0002', 'sc_0001']);
      const pending = async (tenant: Tenant, now: number) =>
        (await storage.read(({ settingsChanges }) => settingsChanges.pending(tenant, now)))
          .map(({ changeId }) => changeId)
          .sort();
      assert.deepEqual(await pending(acme, EPOCH), ['sc_0002', 'sc_0003', 'sc_0004']);
      assert.deepEqual(await pending(acme, EPOCH + 1_000), []);
      assert.deepEqual(await pending(globex, EPOCH), ['sc_0005']);
    },
  },
];
