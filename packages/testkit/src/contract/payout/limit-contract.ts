import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { LimitUse, Storage } from '@hundi/core/storage';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, sortedBy, type ContractCase } from '../contract-case.js';

const use = (packageCode: string, day: string, amount: bigint): LimitUse =>
  ({ packageCode, day, amount }) as LimitUse;

const MONDAY = '2026-01-05';
const TUESDAY = '2026-01-06';

const spend = (storage: Storage, tenant: Tenant, ...uses: LimitUse[]) =>
  commit(storage, ({ payouts }) => payouts.useLimits(tenant, uses));

/** What is used of limits, which looking at them shows as holding them does. */
const used = async (storage: Storage, tenant: Tenant, ...keys: (readonly [string, string])[]) => {
  const asked = keys.map(([packageCode, day]) => use(packageCode, day, 0n));
  const inOrder = (uses: ReadonlyArray<LimitUse>) =>
    sortedBy(({ packageCode, day }) => `${packageCode} ${day}`, uses);
  const looked = inOrder(await storage.read(({ payouts }) => payouts.limitsUsed(tenant, asked)));
  const held = inOrder(await commit(storage, ({ payouts }) => payouts.holdLimits(tenant, asked)));
  assert.deepEqual(looked, held);
  return held;
};

export const limitContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a limit that was never used is absent, and holding it is no use',
    run: async (storage) => {
      assert.deepEqual(await used(storage, acme, ['VENDOR', MONDAY]), []);
      assert.deepEqual(await used(storage, acme, ['VENDOR', MONDAY]), []);
      assert.deepEqual(await used(storage, acme), []);
    },
  },
  {
    title: 'uses of a package and day add up, in one call as well',
    run: async (storage) => {
      await spend(storage, acme, use('VENDOR', MONDAY, 10n), use('VENDOR', TUESDAY, 5n));
      await spend(
        storage,
        acme,
        use('VENDOR', MONDAY, 20n),
        use('SALARY', MONDAY, 7n),
        use('VENDOR', MONDAY, 3n),
      );

      assert.deepEqual(
        await used(storage, acme, ['VENDOR', MONDAY], ['SALARY', MONDAY], ['VENDOR', TUESDAY]),
        [use('SALARY', MONDAY, 7n), use('VENDOR', MONDAY, 33n), use('VENDOR', TUESDAY, 5n)],
      );
      assert.deepEqual(await used(storage, acme, ['SALARY', TUESDAY], ['VENDOR', TUESDAY]), [
        use('VENDOR', TUESDAY, 5n),
      ]);
    },
  },
  {
    title: 'a negative use gives back',
    run: async (storage) => {
      await spend(storage, acme, use('VENDOR', MONDAY, 100n));
      await spend(storage, acme, use('VENDOR', MONDAY, -30n));

      assert.deepEqual(await used(storage, acme, ['VENDOR', MONDAY]), [use('VENDOR', MONDAY, 70n)]);
    },
  },
  {
    title: 'a unit of work sees what it used itself',
    run: async (storage) => {
      const seen = await commit(storage, async ({ payouts }) => {
        await payouts.useLimits(acme, [use('VENDOR', MONDAY, 5n)]);
        return payouts.holdLimits(acme, [use('VENDOR', MONDAY, 0n)]);
      });

      assert.deepEqual(seen, [use('VENDOR', MONDAY, 5n)]);
    },
  },
  {
    title: 'sums are exact beyond what a double holds',
    run: async (storage) => {
      const large = 10n ** 15n - 1n;
      for (let i = 0; i < 20; i += 1) await spend(storage, acme, use('VENDOR', MONDAY, large));

      assert.deepEqual(await used(storage, acme, ['VENDOR', MONDAY]), [
        use('VENDOR', MONDAY, 20n * large),
      ]);
    },
  },
  {
    title: 'a value in use in one tenant is free in another',
    run: async (storage) => {
      await spend(storage, acme, use('VENDOR', MONDAY, 10n));
      for (const other of others) {
        assert.deepEqual(await used(storage, other, ['VENDOR', MONDAY]), []);
      }

      await spend(storage, globex, use('VENDOR', MONDAY, 4n));
      assert.deepEqual(await used(storage, globex, ['VENDOR', MONDAY]), [
        use('VENDOR', MONDAY, 4n),
      ]);
      assert.deepEqual(await used(storage, acme, ['VENDOR', MONDAY]), [use('VENDOR', MONDAY, 10n)]);
    },
  },
  {
    title: 'an undone unit of work has used nothing',
    run: async (storage) => {
      await spend(storage, acme, use('VENDOR', MONDAY, 10n));
      await assert.rejects(
        commit(storage, async ({ payouts }) => {
          await payouts.useLimits(acme, [use('VENDOR', MONDAY, 5n), use('SALARY', MONDAY, 5n)]);
          throw new Error('broken');
        }),
      );

      assert.deepEqual(await used(storage, acme, ['VENDOR', MONDAY], ['SALARY', MONDAY]), [
        use('VENDOR', MONDAY, 10n),
      ]);
    },
  },
];
